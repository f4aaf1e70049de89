import type { OutputOf } from "../client/contract.ts"
import { boardNow } from "../client/board-clock.ts"
import { formatDuration } from "../domain/wire/duration.ts"
import { fail } from "../errors.ts"
import { chosenFields } from "../terminal/chosen-fields.ts"
import { createClient } from "../terminal/client.ts"
import { clientCommand } from "../terminal/client-command.ts"
import { explainSettings } from "../terminal/explain-settings.ts"
import { define } from "../terminal/define.ts"
import { inFlagWords } from "../terminal/flag-words.ts"
import { line, printJson, style, tell } from "../terminal/output.ts"
import { readSettings } from "../terminal/settings.ts"
import { table } from "../terminal/table.ts"
import { specOf } from "../terminal/spec.ts"
import { ago, withLocalTime } from "../terminal/show-time.ts"
import { settingsDirectory } from "../terminal/working-directory.ts"
import { actorText } from "./events/actor.ts"

type History = OutputOf<"task.history">
type Entry = History["history"][number]
type Attempt = History["attempts"][number]

const ofTask = clientCommand({
  name: "history",
  operation: "task.history",
  summary: "Show who changed or attempted a task, and when; or show all that an account did",
  positionals: ["id?"],
  examples: [
    ["history T-7", "changes, comments and attempts"],
    ["history T-7 --limit 5", "the last five"],
    ["history --by ci", "the latest changes by this account, on the whole board"],
  ],
  print({ history, attempts }) {
    return [
      history.map(row).join("\n") || "No changes match.",
      ...(attempts.length > 0 ? [attemptTable(attempts)] : []),
    ].join("\n\n")
  },
})

const spec = specOf(ofTask) ?? fail("internal", "history is a command")

/** Without a task it is read from the events of the whole board. */
export default define({
  ...spec,
  async run(typed) {
    const isOfTask = typed.positionals.length > 0 || typed.flags["data"] !== undefined
    if (!isOfTask && typed.flags["by"] === undefined)
      fail("invalid_input", {
        detail: "Name a task or an account to see its history.",
        hint: "`upnext history T-7` shows a task, and `upnext digest` shows a day. On a board with accounts, `upnext history --by NAME` shows an account.",
      })
    return isOfTask ? spec.run(typed) : showHistoryBy(chosenFields(typed).flags)
  },
})

// --- internal ---

async function showHistoryBy(flags: Readonly<Record<string, unknown>>): Promise<number> {
  const settings = await readSettings(flags, process.env, settingsDirectory())
  const parts = await import("./reports-parts.ts")
  const { readHistoryBy } = await parts.historyBy()
  try {
    const { events, shown } = await readHistoryBy(createClient(settings), flags)
    if (flags["json"] === true) printJson({ events })
    else tell(shown)
    return 0
  } catch (error) {
    throw inFlagWords(explainSettings(error, settings), "history", (field) => ({
      shown: `--${field}`,
      description: "",
    }))
  }
}

function row(entry: Entry): string {
  const { at, type, kind, changes, detail, seq } = entry
  const what = said[kind ?? type] ?? type.replace(/^(?:task|board)\./, "").replaceAll("_", " ")
  const isNew = type === "task.created" || changes.some(({ field }) => field === "source")
  const told = isNew ? changes.filter(({ field }) => field === "title" || field === "source") : changes
  const parts = told.map(({ field, from, to }) => `${field} ${textOf(from)} → ${textOf(to)}`)
  const lines = [...(detail === undefined ? [] : [line(detail)]), ...parts]
  const head = `${style.dim(String(seq).padStart(5))}  ${style.dim(ago(at).padEnd(8))}  ${style.cyan(actorText(entry))} ${style.bold(what)}`
  return [head, ...lines.map((each) => `${" ".repeat(17)}${each}`)].join("\n")
}

const said: Readonly<Record<string, string>> = {
  question: "asked",
  answer: "answered",
  "check.reported": "ran a check",
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–"
  if (Array.isArray(value)) return value.length === 0 ? "–" : cut(value.map(String).join(", "))
  return cut(typeof value === "string" ? withLocalTime(value) : JSON.stringify(value))
}

function cut(text: string): string {
  const letters = Array.from(line(text))
  return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : letters.join("")
}

const longest = 60

function attemptTable(attempts: readonly Attempt[]): string {
  return table(attempts, [
    { title: "ATTEMPT BY", text: ({ agent }) => agent, paint: style.cyan, shrinks: true },
    { title: "BEGUN", text: ({ startedAt }) => ago(startedAt) },
    { title: "TOOK", text: tookOf },
    { title: "OUTCOME", text: ({ outcome }) => outcome.replaceAll("_", " "), paint: paintOutcome },
    { title: "REASON", text: ({ reason }) => reason ?? "", shrinks: true, paint: style.dim },
  ])
}

function tookOf({ startedAt, endedAt }: Attempt): string {
  return formatDuration((endedAt === null ? boardNow() : Date.parse(endedAt)) - Date.parse(startedAt))
}

function paintOutcome(text: string, { outcome }: Attempt): string {
  if (outcome === "done") return style.green(text)
  return outcome === "failed" || outcome === "expired" ? style.red(text) : text
}
