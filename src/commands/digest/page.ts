import { formatDuration } from "../../domain/wire/duration.ts"
import { sayReason } from "../../domain/wire/tasks/need-words.ts"
import { sayCost, sayTokens, sayUsage } from "../../domain/wire/usage/usage-words.ts"
import { line, style, terminalWidth } from "../../terminal/output.ts"
import { localTime } from "../../terminal/show-time.ts"
import { table, tableParts, type Column } from "../../terminal/table.ts"
import { widthOf } from "../../terminal/width.ts"
import { hanging, indented } from "../../terminal/wrap.ts"
import type { Digest } from "./count.ts"

/** What happened, who did it, what became of each task, and what waits for a person. */
export function digestPage({
  since,
  until,
  agent,
  counts,
  usage,
  models,
  agents,
  tasks,
  now,
  needs,
}: Digest): string {
  const { created, done, landed, failed, givenBack, ranOut, asked, outOfAttempts, inReview, cancelled } =
    counts
  const numbers = [
    `${done} done${landed > 0 ? ` (${landed} landed)` : ""}`,
    ...said(failed, "failed at least once"),
    ...said(givenBack, "given back"),
    ...said(ranOut, "whose claim expired"),
    ...said(asked, "blocked with a reason"),
    ...said(outOfAttempts, outOfAttempts === 1 ? "has no attempt left" : "have no attempt left"),
    ...said(inReview, "in review"),
    ...said(cancelled, "cancelled"),
    ...said(created, "new"),
    ...used(usage),
  ]
  const length = formatDuration(Date.parse(until) - Date.parse(since))
  const whose = agent === undefined ? "" : `, only the work of ${line(agent)}`
  const need = now.needsYou > 0 ? ": `upnext needs`" : ""
  const present = hanging(
    `${board}  ${now.working} working · ${now.ready} ready · ${now.stuck} stuck · ${now.needsYou} need you${need}`,
    2,
  )
  const sections = [
    `${style.bold(`Since ${localTime(since)}`)} ${style.dim(`(${length})`)}${whose}\n${hanging(numbers.join(" · "), 0)}`,
    ...(agents.length > 0 ? [agentTable(agents)] : []),
    ...(tasks.length > 0
      ? [taskTable(tasks.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status)))]
      : []),
    ...(models.length > 0
      ? [models.map((each) => hanging(`${line(each.model)}: ${sayUsage(each.usage)}`, 2)).join("\n")]
      : []),
    [present.replace(board, style.dim(board)), ...stuckLines(needs)].join("\n"),
  ]
  return sections.join("\n\n")
}

// --- internal ---

const board = "now, on the whole board"

/** Finished work comes first, then work that goes on, and what was only added last. */
const order = ["done", "review", "doing", "blocked", "cancelled", "todo"]

/** At most so many stuck tasks are listed: the digest stays on one screen. */
const mostStuck = 5

function stuckLines(needs: Digest["needs"]): string[] {
  const stuck = needs.filter(({ task }) => task.stuck)
  const lines = stuck.slice(0, mostStuck).map(({ task, ...need }) => {
    const [reason, who] = sayReason({ ...need, task, by: need.by === null ? null : line(need.by) })
    return hanging(`${style.bold(task.id)}  ${line(task.title)} (${style.yellow(reason)}${who})`, 2)
  })
  const more = stuck.length - lines.length
  return [...lines, ...(more > 0 ? [`${more} more: \`upnext needs\``] : [])].map((each) => `  ${each}`)
}

const said = (count: number, what: string) => (count > 0 ? [`${count} ${what}`] : [])

const used = (usage: Digest["usage"]) => (usage ? [`${sayUsage(usage)} reported`] : [])

const span = (ms: number) => (ms === 0 ? "" : formatDuration(ms))

/** Only where somebody reported it. */
function usedColumns<T extends Pick<Digest, "usage">>(rows: readonly T[]): Column<T>[] {
  const text = ({ usage }: T) =>
    usage ? [sayTokens(usage), ...(usage.cost === undefined ? [] : [sayCost(usage.cost)])].join(", ") : ""
  return rows.some(({ usage }) => usage) ? [{ title: "USED", text, isOptional: true }] : []
}

function agentTable(agents: Digest["agents"]): string {
  const number = (n: number) => (n === 0 ? "" : String(n))
  return table(agents, [
    { title: "AGENT", text: ({ agent }) => line(agent), shrinks: true },
    { title: "DONE", text: ({ done }) => number(done) },
    { title: "ATTEMPTS", text: ({ attempts }) => number(attempts), isOptional: true },
    { title: "FAILED", text: ({ failedAttempts }) => number(failedAttempts) },
    { title: "GIVEN BACK", text: ({ givenBackAttempts }) => number(givenBackAttempts), isOptional: true },
    { title: "RAN OUT", text: ({ ranOutAttempts }) => number(ranOutAttempts), isOptional: true },
    { title: "TIME", text: ({ ms }) => span(ms), isOptional: true },
    ...usedColumns(agents),
    { title: "AT WORK ON", text: ({ working }) => working.join(", "), shrinks: true },
  ])
}

/** The reasons stand behind the titles, or where one has no room there, each on a line below its task. */
function taskTable(tasks: Digest["tasks"]): string {
  const columns: Column<TaskRow>[] = [
    { title: "TASK", text: ({ id }) => id },
    { title: "STATUS", text: ({ status, landed }) => (landed ? "landed" : status) },
    { title: "AGENT", text: ({ agent }) => line(agent ?? ""), shrinks: true, least: 8, isOptional: true },
    { title: "TIME", text: ({ ms }) => span(ms) },
    ...usedColumns(tasks),
  ]
  const titled = (text: Column<TaskRow>["text"]) => [
    ...columns,
    { title: "TITLE", text, shrinks: true, least: 24 },
  ]
  const inOne = titled((task) => [line(task.title), ...why(task).map((each) => `(${each})`)].join(" "))
  const width = terminalWidth() ?? Infinity
  if (tableParts(tasks, inOne, Infinity).lines.every((row) => widthOf(row) <= width))
    return table(tasks, inOne)
  const { head, lines, end } = tableParts(
    tasks,
    titled(({ title }) => line(title)),
  )
  const below = lines.flatMap((row, i) => [
    row,
    ...(tasks[i] ? why(tasks[i]) : []).flatMap((each) => indented(each, 2)),
  ])
  return [head, ...below, ...end].join("\n")
}

type TaskRow = Digest["tasks"][number]

/** Why its last attempt ended as it did. */
const why = ({ outcome, reason, status }: TaskRow): string[] =>
  reason === null || status === "done" ? [] : [`${outcome ?? ""}: ${line(reason)}`]
