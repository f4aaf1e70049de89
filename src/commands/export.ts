import { extname } from "node:path"
import type { DownloadName, InputOf } from "../client/contract.ts"
import type { DownloadedText } from "../client/client.ts"
import { fail } from "../errors.ts"
import { flagsOf, shapeOf } from "../terminal/command-shape.ts"
import { someOfCommon } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { readInput } from "../terminal/input.ts"
import { clean, isTerminal, note, passOn, print, printJson, style } from "../terminal/output.ts"
import type { Settings } from "../terminal/settings.ts"
import { noteNotThere } from "./task/not-there.ts"
import { quote } from "../terminal/typed.ts"
import { withClient } from "../terminal/with-client.ts"

type ExportInput = InputOf<"task.export">

const exporting = {
  operation: "task.export" as DownloadName,
  rename: { q: "search", ids: "id", discoveredFrom: "found-in", updatedSince: "since" },
  either: ["ready", "overdue", "stuck"],
}
const shape = shapeOf(exporting)

export default define({
  name: "export",
  summary: "Write all tasks, or those that match the flags, to a file or standard output",
  positionals: [{ name: "file", optional: true, isHidden: true }],
  flags: {
    ...flagsOf(exporting, shape),
    output: {
      kind: "text",
      short: "o",
      value: "file",
      description: "write to this file, which does not appear until it is complete",
    },
    force: { kind: "boolean", description: "replace an existing file" },
    into: {
      kind: "text",
      value: "file",
      description: "check the boxes of finished tasks in this plan",
    },
    origin: {
      kind: "text",
      description: "the plan's origin, as given to `upnext import`",
    },
  },
  common: {
    ...someOfCommon("agent", "url", "home", "token"),
    json: { kind: "boolean", description: "with --output or --into: print what was done, as JSON" },
  },
  about: [
    "The export shows the board at a single moment. The export contains tasks of every status, but not the trash. Without --format, the file extension decides: .csv, .md, otherwise JSON lines.",
    "docs/export.md describes the formats.",
  ],
  examples: [
    ["export -o board.jsonl", "everything, without loss"],
    ["export -o open.csv --status todo,doing,blocked,review", "a table of what is open"],
    ["export -o web.md --project web", "a readable plan that `upnext plan` accepts"],
    ["export | gzip > board.jsonl.gz", "to another program"],
    ["export --into tasks.md", "checks the boxes of a plan that was imported"],
  ],
  async run({ flags, positionals: [word] }) {
    if (word !== undefined) failWord(word)
    const file = flags.output === "-" ? undefined : flags.output
    const { into, origin } = flags
    if (into !== undefined || origin !== undefined) refuseBeside(flags)
    if (typeof into === "string")
      return withClient(flags, async (client) => {
        const { tickInto } = await (await import("./import-parts.ts")).ticker()
        await tickInto(client, into, origin, flags.json === true)
        return 0
      })
    if (flags.json === true && typeof file !== "string") failJson()
    const { project: _, ...own } = flags // the project of the settings is one of these surroundings
    return withClient(own, async (client, settings) => {
      const input = await inputOf(flags, settings)
      await noteNotThere({ client, input, flags })
      if (typeof file === "string") input.format ??= formOf(file)
      const download = (signal?: AbortSignal) => client.download("task.export", input, signal)
      if (typeof file === "string") await toFile(file, flags, download)
      else for await (const piece of (await download()).text) await passOn(process.stdout, seen(piece))
      return 0
    })
  },
})

// --- internal ---

/** A terminal gets no text of others as it is. */
const seen = (text: string) => (isTerminal() ? clean(text) : text)

async function inputOf(
  flags: Readonly<Record<string, unknown>>,
  settings: Settings,
): Promise<ExportInput & { format?: ExportInput["format"] }> {
  const { project } = settings
  const parsed = { flags, positionals: [] }
  const input = await readInput({ ...shape, rename: exporting.rename, parsed, settings })
  // Whoever reads the file later cannot see that the shell was in one project.
  if (project !== undefined && flags.project === undefined)
    note(
      `${style.yellow("note")}  Only the project ${project} is exported. --project '' exports all projects.`,
    )
  return input
}

async function toFile(
  path: string,
  { force, json }: Readonly<Record<string, unknown>>,
  download: (signal: AbortSignal) => Promise<DownloadedText>,
): Promise<void> {
  const ending = new AbortController()
  const stop = (signal: NodeJS.Signals) => ending.abort(signal)
  for (const signal of endings) process.once(signal, stop)
  const parts = await import("./reports-parts.ts")
  const { openWhole } = await parts.wholeFile()
  const file = await openWhole(path, force === true)
  let bytes = 0
  let seq = 0
  try {
    const { text, ...from } = await download(ending.signal)
    seq = from.seq
    for await (const piece of text) {
      await file.write(piece)
      bytes += Buffer.byteLength(piece)
    }
    ending.signal.throwIfAborted()
    await file.finish()
  } catch (error) {
    await file.close()
    for (const signal of endings) process.off(signal, stop)
    if (ending.signal.aborted) process.kill(process.pid, ending.signal.reason as NodeJS.Signals)
    throw error
  }
  await file.close()
  if (json === true) printJson({ path, seq, bytes })
  else print(`${style.green("✓")} Exported the board at event ${seq} to ${path} (${bytes} bytes).`)
}

const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const

const formByEnding: Readonly<Record<string, NonNullable<ExportInput["format"]>>> = {
  ".csv": "csv",
  ".md": "markdown",
  ".markdown": "markdown",
}

function formOf(file: string): ExportInput["format"] {
  const ending = extname(file).toLowerCase()
  if (notWritten.includes(ending))
    fail("invalid_input", {
      detail: `An export can be JSON lines, CSV or Markdown, but not ${ending}.`,
      hint: `\`upnext export -o ${quote(file.slice(0, -ending.length))}.csv\` writes a table for spreadsheets. --format overrides the ending.`,
    })
  return formByEnding[ending] ?? "jsonl"
}

/** Endings of formats that an export does not write. Their programs could not open the file. */
const notWritten = [".xlsx", ".xls", ".ods", ".tsv", ".yaml", ".yml", ".html", ".xml", ".pdf", ".docx"]

/** A plan gets its boxes checked and nothing else, so nothing chooses what is written. */
function refuseBeside(flags: Readonly<Record<string, unknown>>): void {
  const others = Object.keys(flags).filter((name) => !beside.includes(name) && flags[name] !== undefined)
  if (flags.into === undefined) others.unshift("origin")
  if (others.length > 0)
    fail("invalid_input", {
      detail: `--${others[0]} cannot be used ${flags.into === undefined ? "without" : "with"} --into.`,
      hint: "For example: `upnext export --into specs/001-login/tasks.md`.",
    })
}

const beside: readonly string[] = ["into", "origin", "json", "agent", "url", "home", "token"]

function failWord(word: string): never {
  fail("invalid_input", {
    detail: `\`upnext export\` takes no arguments, but was given ${JSON.stringify(word)}.`,
    hint: `\`upnext export -o ${word}\` ${word === "-" ? "writes to standard output" : "writes to a file"}; --search selects tasks by their words.`,
  })
}

function failJson(): never {
  fail("invalid_input", {
    detail: "--json reports what was written to a file, so it requires --output.",
    hint: "`upnext export` alone prints JSON lines.",
  })
}
