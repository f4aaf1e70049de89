import { fail } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../board/events.ts"
import { nameKey, reservedNames } from "../wire/names.ts"

/** The event for a host that an agent names for the first time. */
export function hostEvents(board: Board, host: string | undefined): BoardEvent[] {
  return host === undefined || board.hosts.has(host) ? [] : [{ type: "host.joined", host }]
}

/**
 * Refuses the reviewer "auto". In some services it means an automatic review; here the work would wait for ever.
 * @throws invalid_input, unless an agent has that name
 */
export function requireRealReviewer(board: Board, reviewer: string | null | undefined): void {
  if (reviewer == null || nameKey(reviewer) !== "auto" || board.agents.has("auto")) return
  const message =
    "nobody is called auto: name an agent or a person, or leave it out for work that needs no review"
  fail("invalid_input", {
    detail: `reviewer: ${message}`,
    errors: [{ path: "reviewer", message, received: reviewer }],
  })
}

/** The events for those of these names that are new, since an agent joins by being named. */
export function joinEvents(board: Board, names: readonly (string | null | undefined)[]): BoardEvent[] {
  const unseen = new Map<string, string>()
  for (const name of names) {
    if (name === null || name === undefined || reservedNames.includes(nameKey(name))) continue
    const key = nameKey(name)
    if (!board.agents.has(key) && !unseen.has(key)) unseen.set(key, name)
  }
  return [...unseen.values()].map((name) => ({
    type: "agent.joined",
    agent: { name, kind: "agent", role: null, description: null },
  }))
}
