import { fail } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../board/events.ts"
import { nameKey, reservedNames } from "../wire/names.ts"

/** A host appears when an agent names it. */
export function hostEvents(board: Board, host: string | undefined): BoardEvent[] {
  return host === undefined || board.hosts.has(host) ? [] : [{ type: "host.joined", host }]
}

/**
 * Some services review by themselves where the reviewer is "auto"; here that work would wait for nobody.
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

/** First contact makes an agent: the events for those of these names that nobody has seen yet. */
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
