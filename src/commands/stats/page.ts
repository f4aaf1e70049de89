import type { OutputOf } from "../../client/contract.ts"
import { formatDuration } from "../../domain/wire/duration.ts"
import { sayCost, sayTokens, sayUsage } from "../../domain/wire/usage/usage-words.ts"
import { hasColour, line, style, terminalWidth } from "../../terminal/output.ts"
import { table, type Column } from "../../terminal/table.ts"
import { hanging } from "../../terminal/wrap.ts"
import { bars, gather } from "./bars.ts"

export type Stats = OutputOf<"stats.read">["stats"]
type WorkerStats = Omit<Stats["agents"][number], "agent">
type Used = NonNullable<WorkerStats["usage"]>
type ModelStats = NonNullable<Stats["usage"]>["models"][number]

export function statsPage(stats: Stats, isPlain = !hasColour): string {
  const { from, to, throughput, cycleTime, timeInState, wip, forecast, agents, projects, usage } = stats
  const length = throughput.length
  const days = length === 1 ? "1 day" : `${length} days`
  const { p50, p75, p90, p95, count } = cycleTime
  const rows = [
    ["now", inLines(counts(wip))],
    ...(["created", "done", "cancelled"] as const).map((what) => [what, chart(stats, what, isPlain)]),
    [
      "cycle time",
      count === 0
        ? "nothing was finished"
        : inLines(`median ${took(p50)} · 75 % ${took(p75)} · 90 % ${took(p90)} · 95 % ${took(p95)}`),
    ],
    ["forecast", inLines(forecastLine(forecast))],
    ["used", usage && inLines(usedText(usage))],
    ["mean time in", Object.values(timeInState).some((ms) => ms !== null) ? inLines(times(timeInState)) : ""],
  ].flatMap(([name = "", value]) => (value ? [`${style.dim(name.padEnd(nameWidth))}  ${value}`] : []))
  return [
    [`${style.bold(days)}  ${style.dim(`${from} to ${to}, UTC`)}`, ...rows].join("\n"),
    ...(agents.length > 0
      ? [table(agents, [named("AGENT", ({ agent }) => agent), ...numbersOf(agents)])]
      : []),
    ...(projects.length > 0
      ? [table(projects, [named("PROJECT", ({ project }) => project), ...numbersOf(projects)])]
      : []),
    ...(usage && usage.models.length > 0
      ? [
          table(usage.models, [
            named("MODEL", ({ model }) => line(model ?? "-")),
            ...usedColumns<ModelStats>((used) => used),
          ]),
        ]
      : []),
  ].join("\n\n")
}

/** Whether nothing happened in the time, and nothing is open. */
export function isEmpty({ throughput, wip }: Stats): boolean {
  const counts = throughput.flatMap((day) => [day.created, day.done, day.cancelled])
  return [...Object.values(wip), ...counts].every((each) => each === 0)
}

// --- internal ---

const nameWidth = 12
/** The most characters in a row of bars. */
const mostBars = 60
/** What stands behind a row of bars. */
const behindBars = 24

const inLines = (text: string): string => hanging(text, nameWidth + 2)

/** What was used has columns where somebody told of it. */
function numbersOf(rows: readonly WorkerStats[]): readonly Column<WorkerStats>[] {
  return [
    ...numbers,
    ...(rows.some(({ usage }) => usage) ? usedColumns<WorkerStats>(({ usage }) => usage) : []),
  ]
}

function usedColumns<T>(of: (row: T) => Used | undefined): Column<T>[] {
  const text = (say: (used: Used) => string) => (row: T) => {
    const used = of(row)
    return used ? say(used) : ""
  }
  return [
    { title: "MEASURED", text: text(({ attempts }) => String(attempts)), isOptional: true },
    { title: "TOKENS", text: text(sayTokens) },
    { title: "COST", text: text(({ cost }) => (cost === undefined ? "" : sayCost(cost))) },
  ]
}

function usedText(usage: NonNullable<Stats["usage"]>): string {
  const { attempts } = usage
  return attempts === 0
    ? ""
    : `${sayUsage(usage)}, reported by ${attempts} ${attempts === 1 ? "attempt" : "attempts"}`
}

const numbers: readonly Column<WorkerStats>[] = [
  { title: "DONE", text: ({ tasksDone }) => String(tasksDone) },
  { title: "FIRST TIME", text: ({ firstTime }) => String(firstTime), isOptional: true },
  { title: "REOPENED", text: ({ done, tasksDone }) => String(done - tasksDone), isOptional: true },
  { title: "DOING", text: ({ wip }) => String(wip) },
  { title: "MEDIAN", text: ({ p50 }) => took(p50) },
]

function named<T>(title: string, text: (row: T) => string): Column<T> {
  return { title, text, paint: style.bold, shrinks: true }
}

/** What was taken back, by an undo or a deletion, is not counted. */
const numbered = { created: "tasksCreated", done: "tasksDone", cancelled: "tasksCancelled" } as const

function chart({ throughput }: Stats, what: "created" | "done" | "cancelled", isPlain: boolean): string {
  const each = throughput.map((day) => day[numbered[what]])
  const total = each.reduce((a, b) => a + b, 0)
  if (total === 0 && what === "cancelled") return ""
  const room = (terminalWidth() ?? Infinity) - nameWidth - behindBars
  const { sums, size } = gather(each, Math.max(1, Math.min(mostBars, room)))
  const scale = size === 1 ? "" : style.dim(`, a bar per ${size} days`)
  return `${style.cyan(bars(sums, isPlain))}  ${total}${scale}`
}

function counts(wip: Stats["wip"]): string {
  return Object.entries(wip)
    .map(([status, n]) => `${n} ${status}`)
    .join(" · ")
}

/** Empty where there is none. */
function forecastLine({ left, days, p5, p85, p95 }: Stats["forecast"]): string {
  if (p5 === null || p85 === null) return ""
  const range = `${p5} to ${p95 ?? "more than a year"}`
  return `${left} open: 85% likely to be done by ${p85} (${range}; based on ${days} days)`
}

function times(means: Stats["timeInState"]): string {
  return Object.entries(means)
    .flatMap(([status, ms]) => (ms === null ? [] : [`${status} ${took(ms || null)}`]))
    .join(" · ")
}

function took(ms: number | null): string {
  if (ms === null) return "-"
  return ms < 1000 ? "<1s" : formatDuration(ms)
}
