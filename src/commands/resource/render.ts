import type { OutputOf } from "../../client/contract.ts"
import { line, style } from "../../terminal/output.ts"
import { ago, localTime } from "../../terminal/show-time.ts"
import { table } from "../../terminal/table.ts"

type ShownResource = OutputOf<"resource.set">["resource"]

export function resourceTable(resources: readonly ShownResource[]): string {
  return table(resources, [
    { title: "NAME", text: ({ name }) => name, paint: style.bold, shrinks: true },
    { title: "HELD", text: ({ holders, capacity }) => `${holders.length} of ${capacity}` },
    {
      title: "BY",
      text: ({ holders }) =>
        holders
          .map(({ task, agent, unlanded }) => `${task} (${agent}${unlanded ? ", not landed" : ""})`)
          .join(", ") || "-",
      shrinks: true,
    },
    { title: "WAITING", text: ({ waitingCount }) => (waitingCount > 0 ? String(waitingCount) : "-") },
    { title: "CLOSED", text: ({ closed }) => (closed ? endOf(closed) : "-"), paint: style.yellow },
  ])
}

/** One line about what happened to a resource: `✓ gpu is open`. */
export function resourceLine(name: string, what: string): string {
  return `${style.green("✓")} ${style.bold(line(name))} ${what}`
}

/** `closed until 18:30 (in 2h): the quota is used up`. */
export function closedText(closed: ShownResource["closed"]): string {
  if (!closed) return "not closed"
  return `closed ${endOf(closed)}${closed.reason ? `: ${line(closed.reason)}` : ""}`
}

// --- internal ---

function endOf({ until }: NonNullable<ShownResource["closed"]>): string {
  return until === null ? "until somebody opens it" : `until ${localTime(until)} (${ago(until)})`
}
