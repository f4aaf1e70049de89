import { readCommands } from "../../src/domain/board/upcast.ts"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { inspectFiles } from "../../src/storage/journal/inspect.ts"
import { temporaryDirectory, withJournal } from "../storage/support.ts"
import { bundleChild, startChild } from "../support/child.ts"

test(
  "nothing acknowledged is lost by kill -9 at any moment, and nothing is there twice",
  { timeout: 180_000 },
  async () => {
    const program = await bundleChild(new URL("children/append.ts", import.meta.url).pathname)
    const directory = await temporaryDirectory()
    let acknowledged = 0
    let rounds = 0
    while (rounds < 6) {
      // Small segments and frequent checkpoints, so that kills meet those too.
      const child = startChild(process.execPath, [program, directory, "0", "400", "20000", "37"])
      const first = await child.line()
      expect(child.errors()).toBe("")
      expect(Number(/^restored (\d+)$/.exec(first ?? "")?.[1])).toBeGreaterThanOrEqual(acknowledged)
      const commits = 1 + Math.floor(Math.random() * 120)
      let line: string | undefined
      for (let n = 0; n < commits; n += 1) line = await child.line()
      child.process.kill("SIGKILL")
      for (; line !== undefined; line = await child.line())
        acknowledged = Number(/^kept (\d+)$/.exec(line)?.[1])
      await child.ended
      rounds += 1
      expect((await inspectFiles(directory, readCommands)).journal.trouble).toBeUndefined()
    }
    await withJournal({ directory }, (_, { snapshot, commits }) => {
      expect(commits.at(-1)?.seq ?? snapshot?.counters.seq).toBeGreaterThanOrEqual(acknowledged)
    })
    await rm(join(directory, "board.json"), { force: true })
    await withJournal({ directory }, (_, { commits }) => {
      expect(commits.map((commit) => commit.seq)).toEqual(commits.map((_, i) => i + 1))
      expect(commits.length).toBeGreaterThanOrEqual(acknowledged)
    })
  },
)
