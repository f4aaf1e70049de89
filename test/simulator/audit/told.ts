import type { Told } from "../server.ts"
import { promise } from "../violation.ts"
import type { LogAudit } from "./log.ts"

/** What followers hear is the log: without gaps, alike on all servers, and nothing that is not durable. */
export function createToldAudit(audit: LogAudit) {
  const heard = new Map<Told, number>()
  return (told: Told): void => {
    const { server, events } = told
    const from = heard.get(told) ?? 0
    for (const [i, event] of events.slice(from).entries()) {
      const { seq, type, actor } = event
      const before = events[from + i - 1]
      promise(
        before === undefined || seq === before.seq + 1,
        () => `${server} tells ${seq} after ${before?.seq ?? 0}`,
      )
      const known = audit.event(seq)
      promise(known !== undefined, () => `${server} tells event ${seq}, which is not durable`)
      promise(
        known.event.type === type && known.actor === actor && new Date(known.at).toISOString() === event.at,
        () =>
          `${server} tells event ${seq} as ${type} by ${actor}; the log has ${known.event.type} by ${known.actor}`,
      )
      if (known.event.type !== "board.imported") continue
      const count = known.event.tasks.length + known.event.changes.length
      promise(
        event.data["count"] === count,
        () =>
          `${server} tells of ${String(event.data["count"])} tasks that were brought in, where ${count} were`,
      )
    }
    heard.set(told, events.length)
  }
}
