import type { InputOf, OperationName, OutputOf } from "../../client/contract.ts"
import type { ImportKind } from "../../domain/wire/imports/import-form.ts"
import type { ReadFiles } from "../../interchange/reader.ts"
import type { ImportCalls, SentImport } from "../../interchange/send/send.ts"
import { callNow } from "../api/api.ts"
import type { Refusal } from "../api/types.ts"
import { useApp } from "../state/context.ts"
import { goneFrom } from "./gone.ts"
import { isSeen, setStep, useStep, type ChosenFiles } from "./step.ts"
import { planPath, thoseWithTasks, type TakenFile } from "./take-files.ts"

/** Reads what was chosen, tries it, and brings it in. What was begun goes on while one looks at another view. */
export function useImport() {
  const { actions } = useApp()

  async function take(taken: readonly TakenFile[], from?: ImportKind): Promise<void> {
    const name = nameOf(taken)
    setStep({ at: "working", name, share: 0, isSending: false })
    try {
      const chosen = await choose(name, taken, from)
      if (typeof chosen === "string") fail(chosen)
      else await look(chosen)
    } catch {
      fail(`${name} cannot be read.`)
    }
  }

  /** Shows what would come. */
  async function look(chosen: ChosenFiles): Promise<void> {
    const { name, kind, files } = chosen
    setStep({ at: "working", name, share: 0, isSending: false })
    try {
      const { readFiles, columnsIn, tryItems } = await import("./readers.ts")
      let [{ wishes }, read] = [chosen, readFiles(kind, files, chosen.wishes)]
      const sent = await run(chosen, read, false, async () => {
        if (read.bare > 0) {
          wishes = { ...wishes, origin: await originOf(chosen) }
          read = readFiles(kind, files, wishes)
        }
        return tryItems(calls(), read.items, progress(name, false))
      })
      const columns = columnsIn(kind, files, wishes)
      if (!sent) return
      const gone = await goneFrom(read, files, wishes.origin)
      setStep({ at: "report", chosen: { ...chosen, wishes }, read, columns, sent, gone })
    } catch {
      fail(`${name} cannot be read.`)
    }
  }

  async function send(chosen: ChosenFiles, read: ReadFiles): Promise<void> {
    if (!(await actions.mayBegin())) return
    const { name } = chosen
    const { sendItems } = await import("./readers.ts")
    let undo: readonly number[] = []
    const { origin } = chosen.wishes
    const wanted = { kind: read.kind, name, ...(origin !== undefined && { origin }), items: read.items }
    const sent = await run(chosen, read, true, () =>
      sendItems(
        calls((command) => (undo = [command])),
        wanted,
        progress(name, true),
      ),
    )
    if (!sent) {
      if (!isSeen()) actions.tell(`${name} was not fully imported. The Import page says why.`)
      return
    }
    setStep({ at: "done", name, sent })
    actions.tell(`${name} was imported.`, { undo })
  }

  return { step: useStep(), take, look, send, restart: () => setStep({ at: "start" }) }
}

// --- internal ---

/** The files to read and the tool that wrote them; or a text that gives the reason for reading none. */
async function choose(
  name: string,
  taken: readonly TakenFile[],
  from: ImportKind | undefined,
): Promise<ChosenFiles | string> {
  const files = thoseWithTasks(taken, from)
  if (typeof files === "string") return `${name} ${files}`
  if (files.length === 0) return `${name} contains nothing to import.`
  if (files.reduce((sum, { file }) => sum + file.size, 0) > mostBytes)
    return `${name} is larger than 256 MiB. Split the file and import the parts one by one.`
  const { recognise, isTable } = await import("./readers.ts")
  const given = await Promise.all(
    files.map(async ({ path, file }) => ({ path, bytes: new Uint8Array(await file.arrayBuffer()) })),
  )
  const isCsv = given.length === 1 && given.every(isTable)
  const kind = from ?? recognise(given) ?? (isCsv ? "csv" : undefined)
  if (kind === undefined) return `Can't tell which tool wrote ${name}.`
  const placed = kind === "checklist" ? given.map((each) => ({ ...each, path: planPath(each.path) })) : given
  return { name, kind, files: placed, wishes: {} }
}

function fail(fault: string): void {
  setStep({ at: "start", fault })
}

/** Undefined where the server refused, which is shown then. */
async function run(
  chosen: ChosenFiles,
  read: ReadFiles,
  isSending: boolean,
  work: () => Promise<SentImport>,
): Promise<SentImport | undefined> {
  setStep({ at: "working", name: chosen.name, share: 0, isSending })
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    setStep({ at: "refused", chosen, read, isSending, refusal: error.refusal })
    return undefined
  }
}

/**
 * What tells the tasks from those of another repository or file. A browser does not say where a file is, so it is the
 * origin of an earlier import where most of its tasks have the titles that they have here, else the name of the file.
 */
async function originOf({ name, kind, files, wishes }: ChosenFiles): Promise<string> {
  const { readFiles, tryItems } = await import("./readers.ts")
  const answer = await callNow("import.list", { limit: 500 })
  if ("refusal" in answer) throw new Refused(answer.refusal)
  const same = answer.value.imports.filter((each) => each.kind === kind)
  const known = new Set(same.flatMap((each) => each.origin ?? []))
  for (const origin of known) {
    const { items } = readFiles(kind, files, { ...wishes, origin })
    const { changed, unchanged } = await tryItems(calls(), items)
    const renamed = changed.filter(({ changes }) => changes.includes("title"))
    if (unchanged + changed.length > 2 * renamed.length) return origin
  }
  const own = name.replaceAll("#", " ").trim().slice(0, 100).trim() || kind
  // Another file of this name has other tasks.
  return known.has(own) ? `${own} ${known.size + 1}` : own
}

function progress(name: string, isSending: boolean) {
  return (share: number) => setStep({ at: "working", name, share, isSending })
}

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
