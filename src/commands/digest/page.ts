import { formatDuration } from "../../domain/wire/duration.ts"
import { sayCost, sayTokens, sayUsage } from "../../domain/wire/usage/usage-words.ts"
import { line, style } from "../../terminal/output.ts"
import { localTime } from "../../terminal/show-time.ts"
import { table, type Column } from "../../terminal/table.ts"
import type { Digest } from "./count.ts"

/** What happened, who did it, what became of each task, and what waits for a person. */
export function digestPage({ since, until, counts, usage, models, agents, tasks, now }: Digest): string {
  const { created, done, landed, failed, givenBack, ranOut, asked, inReview, cancelled } = counts
  const numbers = [
    `${done} done${landed > 0 ? ` (${landed} landed)` : ""}`,
    ...said(failed, "failed at least once"),
    ...said(givenBack, "given back"),
    ...said(ranOut, "whose claim expired"),
    ...said(asked, "blocked by a question"),
    ...said(inReview, "in review"),
    ...said(cancelled, "cancelled"),
    ...said(created, "new"),
    ...used(usage),
  ]
  const sections = [
    `${style.bold(`Since ${localTime(since)}`)} ${style.dim(`(${formatDuration(Date.parse(until) - Date.parse(since))})`)}\n${numbers.join(" · ")}`,
    ...(agents.length > 0 ? [agentTable(agents)] : []),
    ...(tasks.length > 0 ? [taskTable(tasks)] : []),
    ...(models.length > 0
      ? [models.map((each) => `${line(each.model)}: ${sayUsage(each.usage)}`).join("\n")]
      : []),
    `${style.dim("now, on the whole board")}  ${now.working} working · ${now.ready} ready · ${now.stuck} stuck · ${now.needsYou} need you${now.needsYou > 0 ? ": `upnext needs`" : ""}`,
  ]
  return sections.join("\n\n")
}

// --- internal ---

const said = (count: number, what: string) => (count > 0 ? [`${count} ${what}`] : [])

const used = (usage: Digest["usage"]) => (usage ? [`${sayUsage(usage)} told`] : [])

const span = (ms: number) => (ms === 0 ? "" : formatDuration(ms))

/** Only where somebody told of it. */
function usedColumns<T extends Pick<Digest, "usage">>(rows: readonly T[]): Column<T>[] {
  const text = ({ usage }: T) =>
    usage ? [sayTokens(usage), ...(usage.cost === undefined ? [] : [sayCost(usage.cost)])].join(", ") : ""
  return rows.some(({ usage }) => usage) ? [{ title: "USED", text }] : []
}

function agentTable(agents: Digest["agents"]): string {
  const number = (n: number) => (n === 0 ? "" : String(n))
  return table(agents, [
    { title: "AGENT", text: ({ agent }) => line(agent), shrinks: true },
    { title: "DONE", text: ({ done }) => number(done) },
    { title: "FAILED", text: ({ failed }) => number(failed) },
    { title: "GIVEN BACK", text: ({ givenBack }) => number(givenBack), isOptional: true },
    { title: "RAN OUT", text: ({ ranOut }) => number(ranOut), isOptional: true },
    { title: "ATTEMPTS", text: ({ attempts }) => number(attempts) },
    { title: "TIME", text: ({ ms }) => span(ms) },
    ...usedColumns(agents),
    { title: "AT WORK ON", text: ({ working }) => working.join(", "), isOptional: true },
  ])
}

function taskTable(tasks: Digest["tasks"]): string {
  return table(tasks, [
    { title: "TASK", text: ({ id }) => id },
    { title: "STATUS", text: ({ status, landed }) => (landed ? "landed" : status) },
    { title: "AGENT", text: ({ agent }) => line(agent ?? ""), isOptional: true },
    { title: "TIME", text: ({ ms }) => span(ms) },
    ...usedColumns(tasks),
    {
      title: "TITLE",
      text: ({ title, outcome, reason, status }) =>
        `${line(title)}${reason === null || status === "done" ? "" : ` (${outcome ?? ""}: ${line(reason)})`}`,
      shrinks: true,
    },
  ])
}
