import type { OutputOf } from "../../client/contract.ts"
import { clean, line, style } from "../output.ts"
import { table } from "../table.ts"
import { ago, localTime } from "../show-time.ts"

export type ShownAgent = OutputOf<"agent.read">["agent"]
type ShownPause = ShownAgent["paused"]

export function agentTable(agents: readonly ShownAgent[]): string {
  return table(agents, [
    { title: "NAME", text: ({ name }) => name, paint: style.bold, shrinks: true },
    { title: "STATE", text: stateOf, paint: paintState },
    { title: "DOING", text: doingOf, shrinks: true },
    { title: "UNREAD", text: ({ unread }) => (unread > 0 ? String(unread) : "-"), isOptional: true },
    { title: "HOST", text: ({ host }) => host ?? "-", shrinks: true, isOptional: true },
    { title: "ROLE", text: ({ role }) => role ?? "-", shrinks: true, isOptional: true },
    { title: "SEEN", text: seenOf, paint: style.dim },
  ])
}

export function agentCard(agent: ShownAgent): string {
  const facts = [
    ["state", paintState(agent.paused ? pauseText(agent.paused) : stateOf(agent), agent)],
    ["kind", agent.kind],
    ["role", line(agent.role ?? "")],
    // An older server does not send these two.
    ["skills", line((agent.skills as readonly string[] | undefined)?.join(", ") ?? "")],
    ["draws on", line((agent.resources as readonly string[] | undefined)?.join(", ") ?? "")],
    ...agent.sessions.map((held, i) => [i === 0 ? "doing" : "", sessionText(held)]),
    ["unread", agent.unread > 0 ? `${agent.unread}  ${style.dim("upnext inbox shows them")}` : ""],
    ["host", line(agent.host ?? "")],
    ["session", line(agent.session ?? "")],
    ["seen", seenOf(agent)],
    ["joined", ago(agent.joinedAt)],
  ].flatMap(([name = "", value]) => (value ? [`  ${style.dim(name.padEnd(8))}  ${value}`] : []))
  const text = agent.description ? ["", ...clean(agent.description).split("\n")] : []
  return [style.bold(line(agent.name)), ...facts, ...text.map((each) => each && `  ${each}`)].join("\n")
}

/** One line about what happened to an agent: `✓ ann is paused by bo until somebody resumes it`. */
export function agentLine(name: string, what: string): string {
  return `${style.green("✓")} ${style.bold(line(name))} ${what}`
}

/** `paused by bo, ends in 2h (Tue 2026-12-01 17:00 +01:00): deploying`. */
export function pauseText(pause: ShownPause): string {
  if (!pause) return "not paused"
  const end =
    pause.until === null
      ? "until somebody resumes it"
      : `ends ${ago(pause.until)} (${localTime(pause.until)})`
  return `paused by ${line(pause.by)}, ${end}${pause.reason ? `: ${line(pause.reason)}` : ""}`
}

// --- internal ---

function stateOf({ paused, live }: ShownAgent): string {
  if (paused) return "paused"
  return live ? "live" : "away"
}

/** Whose each task is, where the name has more than one session at work. */
function doingOf({ tasks, sessions }: ShownAgent): string {
  if (sessions.length < 2) return tasks.join(", ") || "-"
  return sessions.map(({ session, tasks }) => `${tasks.join(", ")} (${session ?? "no session"})`).join("; ")
}

function sessionText({ session, heardAt, tasks }: ShownAgent["sessions"][number]): string {
  const where = session === null ? "in no session" : `in session ${line(session)}`
  const heard = heardAt === null ? "" : `, last heard ${ago(heardAt)}`
  return `${tasks.join(", ")}  ${style.dim(`${where}${heard}`)}`
}

function paintState(text: string, { paused, live }: ShownAgent): string {
  if (paused) return style.yellow(text)
  return live ? style.green(text) : style.dim(text)
}

function seenOf({ lastSeenAt }: ShownAgent): string {
  return lastSeenAt === null ? "-" : ago(lastSeenAt)
}
