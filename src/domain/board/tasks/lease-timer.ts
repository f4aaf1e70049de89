import type { Task } from "../records.ts"

/** When a lease needs attention: a warning is due when a fifth of its length is left. */
export function leaseTimer(task: Task | undefined): number | undefined {
  const lease = task?.lease
  if (!lease || lease.state === "expired" || lease.until === null) return undefined
  return lease.warned || lease.state === "offered"
    ? lease.until
    : lease.until - Math.floor((lease.length ?? 0) / 5)
}
