import { failField } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../events/index.ts"
import type { Context } from "../context.ts"
import { holdsRole } from "../wire/access/access.ts"
import { canonicalName } from "../board/find.ts"
import type { Task } from "../board/records.ts"
import { nameKey, taskId } from "../wire/names.ts"
import { iso, plainTime, timeOf, type SentTime } from "../wire/time.ts"

/** The report of an agent that hit a limit, such as the end of its subscription's hours. */
export interface ReportedLimit {
  readonly resource?: string | undefined
  readonly until?: SentTime | undefined
  readonly reason?: string | null | undefined
}

const minute = 60_000
const hour = 60 * minute

/** A task that was given back because of a limit is not offered to the same agent for this long. */
export const restAfterLimit = minute

/**
 * The effects of a limit in addition to the release: the named resource is closed, or all resources that the agent
 * uses. An agent that uses no resources is paused itself. A resource that is already closed for longer stays so.
 * @throws invalid_input, not_allowed
 */
export function limitEvents(
  board: Board,
  task: Task,
  agent: string,
  { resource, until = { fromNow: hour }, reason = null }: ReportedLimit,
  { now, who }: Pick<Context, "now" | "who">,
): BoardEvent[] {
  const end = timeOf(until, now)
  requireLater(end, now, "limit.until")
  const mayAll = who === undefined || holdsRole(who.role, "manage")
  if (!mayAll && end > now + 24 * hour)
    failLimit("limit.until", `is more than a day away (that requires the role manage): ${plainTime(end)}`)
  const drawn = board.agents.get(nameKey(agent))?.resources ?? []
  if (resource !== undefined && !mayAll && ![...drawn, ...task.fields.resources].includes(resource))
    failLimit(
      "limit.resource",
      `is not a resource that ${taskId(task.n)} needs or ${agent} uses: ${resource}`,
    )
  const names = resource === undefined ? drawn : [resource]
  if (names.length === 0) {
    const pause = board.agents.get(nameKey(agent))?.pause
    const isLonger = pause && (pause.until === null || pause.until >= end)
    return isLonger ? [] : [{ type: "agent.paused", agent: canonicalName(board, agent), until: end, reason }]
  }
  return names.flatMap((name): BoardEvent[] => {
    const closed = board.resources.get(name)?.closed
    const isLonger = closed && (closed.until === null || closed.until >= end)
    return isLonger ? [] : [{ type: "resource.closed", resource: name, until: end, reason }]
  })
}

/** @throws invalid_input for a time that is not after the present */
export function requireLater(until: number | null, now: number, field = "until"): void {
  if (until !== null && until <= now) failLimit(field, `must be later than now: ${iso(until)}`)
}

// --- internal ---

function failLimit(field: string, message: string): never {
  failField(field, message, { facts: { field } })
}
