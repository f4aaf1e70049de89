import type { AttemptView, HistoryEntry } from "./api.ts"
import { statusNames } from "./moves.ts"

/** What somebody did, as one would go on after their name. */
export function worded({ type, changes }: HistoryEntry): string {
  const to = changes.find(({ field }) => field === "status")?.to
  const place = typeof to === "string" && to in statusNames ? statusNames[to as keyof typeof statusNames] : ""
  return (
    (
      {
        "task.created": "created it",
        "task.edited": "edited it",
        "task.moved": place === "" ? "moved it" : `moved it to ${place}`,
        "task.commented": "commented",
        "task.claimed": "took it",
        "task.released": "gave it back",
        "task.completed": place === "Review" ? "finished it, for review" : "finished it",
        "task.reviewed": place === "Done" ? "approved it" : "requested changes",
        "task.reflected": "reflected",
        "task.checked": isEmptied(changes[0]?.to) ? "took back a criterion" : "checked off a criterion",
        "lease.expired": "took it back: the lease ran out",
        "lease.expiring": "warned: the lease runs out",
        "lease.revoked": "ended the lease",
      } as Record<string, string>
    )[type] ?? type.replace(".", " ")
  )
}

/** The particulars: what was said, and the fields that changed. */
export function toldBy({ type, changes, detail }: HistoryEntry): string[] {
  const fields = changes.filter(
    ({ field }) =>
      !hidden.has(field) && type !== "task.created" && !(field === "status" && type !== "task.edited"),
  )
  const lines = fields.map(({ field, from, to }) => `${field}: ${short(from)} → ${short(to)}`)
  // Comments stand above, in full.
  const isTold = detail !== undefined && detail !== "" && type !== "task.commented"
  return isTold ? [detail, ...lines] : lines
}

export const outcomeNames: Readonly<Record<AttemptView["outcome"], string>> = {
  done: "finished it",
  review: "handed it in for review",
  released: "gave it back",
  failed: "failed",
  expired: "let the lease run out",
  taken_back: "had it taken back",
  running: "is at it",
}

// --- internal ---

/** Follow from the rest. */
const hidden = new Set(["startedAt", "finishedAt", "updatedAt", "lease", "ready", "attempts"])

function isEmptied(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
}

function short(value: unknown): string {
  if (isEmptied(value)) return "nothing"
  const text =
    typeof value === "string" ? value : Array.isArray(value) ? value.join(", ") : JSON.stringify(value)
  return text === "" ? "nothing" : text.length > 80 ? `${text.slice(0, 80)}…` : text
}
