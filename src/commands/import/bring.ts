import type { Client } from "../../client/client.ts"
import { importKinds } from "../../domain/wire/imports/import-form.ts"
import type { ImportItem } from "../../domain/wire/imports/import-schemas.ts"
import { fail, UpnextError } from "../../errors.ts"
import { isTable } from "../../interchange/csv/columns.ts"
import { columnsOf } from "../../interchange/csv/rows.ts"
import { isLeftOut, planName } from "../../interchange/checklist/plan-place.ts"
import { sourcesOf } from "../../interchange/items/sources.ts"
import { summaryOf } from "../../interchange/items/summary.ts"
import type { ReadNote } from "../../interchange/reader.ts"
import { readFiles } from "../../interchange/read-files.ts"
import { holdsItems, recognise } from "../../interchange/recognise.ts"
import { remark, repeated } from "../../terminal/client-command.ts"
import { sendItems, tryItems, type ImportCalls } from "../../interchange/send/send.ts"
import { line, note, print, printJson, tell } from "../../terminal/output.ts"
import { gather, type Gathered } from "./gather.ts"
import { tasksFrom, type SourceTask } from "./tasks-from.ts"
import { findOrigin, requireOrigin } from "./origin.ts"
import { mostLines, reportOf, sentOf, skippedIn } from "./report.ts"
import { kindOf, wishesOf } from "./wishes.ts"
import { isatty } from "node:tty"

/**
 * Reads what is named, reports it, and sends it.
 * @param project without --project it is the one of the surroundings, and for new tasks only
 */
export async function bring(
  client: Client,
  path: string,
  flags: Readonly<Record<string, unknown>>,
  project: string | undefined,
): Promise<void> {
  const [isDry, isJson] = [flags["dry-run"] === true, flags.json === true]
  const isSaid = "project" in flags
  const wishes = wishesOf(flags, isSaid ? project : undefined)
  const given = await gather(path, kindOf(flags))
  const kind = kindOf(flags) ?? recognise(given.files) ?? failKind(given, path)
  const name = line(given.name).slice(0, 200) || "import"
  const from = await findOrigin(kind === "checklist" ? given.root : path, kind, flags["origin"])
  const { origin } = from
  const all = readFiles(kind, given.files, { ...wishes, origin }, given.links)
  const read = given.copy === undefined ? all : { ...all, notes: [...all.notes, copyNote(given.copy)] }
  await requireOrigin(read.bare, from, kind)
  const skipped = skippedIn(read.notes)
  if (read.items.length === 0 && (kindOf(flags) !== undefined || areArchived(given)))
    fail("not_found", {
      detail: `Found no tasks of the kind ${kind} in ${line(given.name)}${saySkipped(read.notes)}.`,
      hint: wayFor(given, path),
    })
  const isBare = flags["format"] === "id"
  const say = isBare ? note : print
  if (!isJson) say(`${reportOf(read, name, from)}\n`)
  const guessed = read.notes.find(({ what }) => what === "guessed")
  if (flags.strict === true && (guessed || skipped > 0))
    fail("invalid_input", {
      detail: `Nothing was imported: ${guessed ? guessed.text : `${skipped} would be skipped`}, which --strict refuses.`,
      hint: guessed
        ? "Save it as UTF-8, or leave out --strict."
        : "Fix what the report lists, or leave out --strict.",
    })
  const { tell: progress, end } = createProgress(name)
  const calls: ImportCalls = {
    ...client.import,
    add: (part) => client.import.add({ ...part, ...(!isSaid && { project }) }),
  }
  const sent = await (
    isDry
      ? tryItems(calls, read.items, progress)
      : sendItems(calls, { kind, name, origin, items: read.items }, progress)
  )
    .catch((error: unknown) => {
      throw isDry ? error : withWayOn(error)
    })
    .finally(end)
  const gone = kind === "checklist" ? await goneFrom(client, read.items, given, origin) : []
  if (isJson)
    printJson({
      name,
      kind,
      origin: origin ?? null,
      notes: read.notes,
      ...summaryOf(read.items),
      ...sent,
      ...(gone.length > 0 && { gone }),
      skipped,
    })
  else {
    const fresh = sent.import ? await addedIn(client, sent.ids) : []
    say(sentOf(sent, name, skipped, gone, fresh, repeated(flags)))
    remark({ notes: sent.names })
    if (isBare) tell(sent.ids.join("\n"))
  }
}

// --- internal ---

/** Some of the tasks that were added. The import is done, so an error here must not look like its failure. */
async function addedIn(client: Client, ids: readonly string[]) {
  if (ids.length === 0) return []
  const first = ids.slice(0, mostLines)
  const read = client.task.list({ ids: first, limit: first.length, sort: "created" })
  return read.then(
    ({ tasks }) => tasks,
    () => [],
  )
}

/** The tasks of these plans, and the open ones of plans whose file is gone, that stand in no file. They stay as they are. */
async function goneFrom(
  client: Client,
  items: readonly ImportItem[],
  { files, folders = [] }: Gathered,
  origin: string | undefined,
): Promise<SourceTask[]> {
  const { of } = sourcesOf("checklist", origin)
  const there = new Set(items.map(({ source }) => source))
  const gone = new Map<string, SourceTask>()
  for (const file of files) {
    if (isLeftOut(file, files)) continue
    for (const [source, task] of await tasksFrom(client, of(planName(file.path))))
      if (!there.has(source)) gone.set(source, task)
  }
  for (const folder of folders)
    for (const [source, task] of await tasksFrom(client, of(folder), { isFolder: true })) {
      const isOpen = task.status !== "done" && task.status !== "cancelled" && !task.isPhase
      if (!there.has(source) && isOpen) gone.set(source, task)
    }
  return [...gone.values()]
}

/** What is lost on the way is no loss. */
function withWayOn(error: unknown): unknown {
  if (!(error instanceof UpnextError) || (error.code !== "unreachable" && error.code !== "unavailable"))
    return error
  const { message: detail, facts, cause } = error
  const hint = "The same command resumes the import where it stopped. `upnext start` starts the server here."
  return new UpnextError(error.code, { detail, facts, hint, cause })
}

/** beads writes a backup beside its issues, and either of them may be years older. */
function copyNote(copy: string): ReadNote {
  const way = `\`upnext import ${shellWord(copy)}\``
  return { what: "dropped", text: `1 other copy of the issues; ${way} reads that copy`, count: 1, at: [copy] }
}

function failKind(given: Gathered, path: string): never {
  fail("invalid_input", {
    detail: `Can't tell which tool wrote ${line(given.name)}.`,
    hint: wayFor(given, path),
  })
}

function areArchived({ files }: Gathered): boolean {
  return files.every((file) => isLeftOut(file, files))
}

function saySkipped(notes: readonly ReadNote[]): string {
  const said = notes.flatMap(({ what, text }) => (what === "skipped" ? [text] : []))
  return said.length === 0 ? "" : ` (${line(said.slice(0, 3).join("; "))})`
}

/** What to do with files that no reader takes as they are, by what they look like. */
function wayFor(given: Gathered, path: string): string {
  const { files } = given
  const [file] = files
  const name = shellWord(path)
  if (areArchived(given))
    return "Every change in this folder is archived. To import an archived change, name its file: `upnext import CHANGE/tasks.md`."
  if (files.every(({ bytes }) => bytes.every((byte) => byte <= 32)))
    return `The file is empty. \`upnext import .\` looks for other tools' files in this folder.`
  if (file && /\.(?:md|markdown)$/i.test(file.path) && !holdsItems(file))
    return "The file contains no tasks. Write each task as an item with a box: `- [ ] Title`."
  if (file && /\.(?:md|markdown)$/i.test(file.path))
    return `The file is Markdown. \`upnext plan ${name}\` turns its headings and boxes into tasks; --dry-run shows them first.`
  const columns = file && isTable(file) ? columnsOf(file.bytes).filter((column) => column !== "") : []
  const first = columns.find((column) => !/(?:^|[\s_])(?:id|key|no|nr)$|^#$/i.test(column)) ?? columns[0]
  if (first === undefined)
    return `Name the tool: --from ${importKinds.join("|")}. docs/import.md says what each tool writes.`
  const more = columns
    .slice(0, 12)
    .map((column) => line(column))
    .join(", ")
  return `The file is a table with the columns ${more}${columns.length > 12 ? ", …" : ""}. Say which column is the title: \`upnext import ${name} --from csv --map ${shellWord(`${line(first)}=title`)}\`. The dashboard's Import page has a form for this.`
}

function shellWord(text: string): string {
  return /^[\w./@=:+-]+$/.test(text) ? text : `"${text.replace(/["\\$`]/g, "\\$&")}"`
}

/** Shows on a terminal how much is done, in a line that is wiped away at the end. */
function createProgress(name: string) {
  const isShown = isatty(2)
  const write = (text: string) => {
    if (isShown) process.stderr.write(`\r\u001b[K${text}`)
  }
  return { tell: (share: number) => write(`${name}: ${Math.floor(share * 100)} %`), end: () => write("") }
}
