import { useState } from "preact/hooks"
import type { InputOf, OperationName, OutputOf } from "../../client/contract.ts"
import type { ImportKind } from "../../domain/wire/import-form.ts"
import type { ReadFiles } from "../../interchange/reader.ts"
import type { ImportCalls, SentImport } from "../../interchange/send/send.ts"
import { callNow } from "../api/api.ts"
import type { Refusal } from "../api/types.ts"
import { useApp } from "../state/context.ts"
import { thoseWithTasks, type TakenFile } from "./take-files.ts"

/** How far one is: nothing chosen, reading or sending, looking at the report, done, or refused. */
export type ImportStep =
  | { readonly at: "start"; readonly fault?: string }
  | { readonly at: "working"; readonly name: string; readonly share: number; readonly isSending: boolean }
  | { readonly at: "report"; readonly name: string; readonly read: ReadFiles; readonly sent: SentImport }
  | { readonly at: "done"; readonly name: string; readonly sent: SentImport }
  | { readonly at: "refused"; readonly name: string; readonly refusal: Refusal; readonly read: ReadFiles }

/** Reads what was chosen, tries it, and brings it in. */
export function useImport() {
  const { actions } = useApp()
  const [step, set] = useState<ImportStep>({ at: "start" })

  async function take(chosen: readonly TakenFile[], from?: ImportKind): Promise<void> {
    const files = thoseWithTasks(chosen)
    const name = nameOf(chosen)
    const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
    if (files.length === 0) {
      set({ at: "start", fault: `${name} holds nothing that can be imported.` })
      return
    }
    if (bytes > mostBytes) {
      set({
        at: "start",
        fault: `${name} is larger than 256 MiB. Split it, and import one part after the other.`,
      })
      return
    }
    set({ at: "working", name, share: 0, isSending: false })
    try {
      const { readFiles, recognise, tryItems } = await import("./readers.ts")
      const given = await Promise.all(
        files.map(async ({ path, file }) => ({ path, bytes: new Uint8Array(await file.arrayBuffer()) })),
      )
      const kind = from ?? recognise(given)
      if (kind === undefined) {
        set({ at: "start", fault: `It is not to be seen which tool wrote ${name}.` })
        return
      }
      const read = readFiles(kind, given)
      const sent = await run(name, read, false, () => tryItems(calls(), read.items, progress(name, false)))
      if (sent) set({ at: "report", name, read, sent })
    } catch {
      set({ at: "start", fault: `${name} cannot be read.` })
    }
  }

  async function send(name: string, read: ReadFiles): Promise<void> {
    if (!(await actions.mayBegin())) return
    const { sendItems } = await import("./readers.ts")
    let undo: readonly number[] = []
    const wanted = { kind: read.kind, name, items: read.items }
    const sent = await run(name, read, true, () =>
      sendItems(
        calls((command) => (undo = [command])),
        wanted,
        progress(name, true),
      ),
    )
    if (!sent) return
    set({ at: "done", name, sent })
    actions.tell(`${name} is imported.`, { undo })
  }

  /** Undefined where the server refused, which is shown then. */
  async function run(
    name: string,
    read: ReadFiles,
    isSending: boolean,
    work: () => Promise<SentImport>,
  ): Promise<SentImport | undefined> {
    set({ at: "working", name, share: 0, isSending })
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      set({ at: "refused", name, refusal: error.refusal, read })
      return undefined
    }
  }

  function progress(name: string, isSending: boolean) {
    return (share: number) => set({ at: "working", name, share, isSending })
  }

  return { step, take, send, restart: () => set({ at: "start" }) }
}

// --- internal ---

/** As `readLimits.totalBytes`, which is loaded with the readers. */
const mostBytes = 256 * 1024 * 1024

/** A refusal on its way out of what sends parts. */
class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.detail)
    this.refusal = refusal
  }
}

/** @param onEnd called with what names the end of the import to an undo */
function calls(onEnd: (command: number) => void = () => undefined): ImportCalls {
  async function ask<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
    const answer = await callNow(name, input)
    if ("refusal" in answer) throw new Refused(answer.refusal)
    if (name === "import.end" && answer.command !== undefined) onEnd(answer.command)
    return answer.value
  }
  return {
    begin: (input) => ask("import.begin", input),
    add: (input) => ask("import.add", input),
    end: (input) => ask("import.end", input),
  }
}

/** Of the folder, or of the file; the command line calls it so too, and so both go on with the same import. */
function nameOf(files: readonly TakenFile[]): string {
  const [first] = files
  if (!first) return "The folder"
  const [folder = ""] = first.path.split("/")
  const isFolder = files.every(({ path }) => path.startsWith(`${folder}/`))
  const name = isFolder || files.length === 1 ? folder : `${files.length} files`
  return (
    name
      .replace(/\p{C}+/gu, " ")
      .trim()
      .slice(0, 200) || "import"
  )
}
