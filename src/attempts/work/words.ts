import { appendFile } from "node:fs/promises"
import { join } from "node:path"
import type { Hear } from "../../client/hear.ts"
import { firstLine } from "../../domain/wire/excerpt.ts"
import { makeTemporary } from "../../machine/temporary-directory.ts"

/** Where a worker's commands read new comments on their tasks while they run: one file per attempt. */
export interface WordFiles {
  /** The file of an attempt, with one JSON object per line. It exists once there is a comment. */
  path(task: string, epoch: number): Promise<string>
  readonly hear: Hear
  /** Says that the command has printed nothing new for too long. */
  tellQuiet(task: string, quiet: { readonly since: string; readonly line: string | null }): Promise<void>
  close(): Promise<void>
}

/** @param say tells whoever looks at the worker */
export function createWords(say: (text: string) => void): WordFiles {
  const files = new Map<string, string>()
  let directory: ReturnType<typeof makeTemporary> | undefined
  async function write(task: string, said: readonly object[]): Promise<void> {
    const file = files.get(task)
    if (file === undefined) throw new Error(`No attempt at ${task} is under way`)
    await appendFile(file, said.map((each) => `${JSON.stringify(each)}\n`).join(""))
  }

  return {
    async path(task, epoch) {
      const file = join((await (directory ??= makeTemporary())).path, `${task}.${epoch}.jsonl`)
      files.set(task, file)
      return file
    },
    async hear(task, said) {
      await write(task, said)
      for (const { author, content } of said) say(`${task}: ${author} says: ${firstLine(content)}`)
    },
    async tellQuiet(task, { since, line }) {
      const again = line === null ? "" : `, except this line again: ${line}`
      const content = `Nothing new has been printed since ${since}${again}. Say what you are doing, or try another approach.`
      say(`${task}: no new output since ${since}${again}`)
      await write(task, [{ id: `quiet ${since}`, author: "upnext", content }])
    },
    close: async () => (await directory)?.remove(),
  }
}
