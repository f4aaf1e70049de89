import { fail } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../board/events.ts"
import { nameKey, reservedNames } from "../board/names.ts"
import type { Agent } from "../board/records.ts"

/** The name in the spelling first seen. */
export function spelled(board: Board, name: string): string {
  return board.agents.get(nameKey(name))?.name ?? name
}

/** A host appears when an agent names it. */
export function hosted(board: Board, host: string | undefined): BoardEvent[] {
  return host === undefined || board.hosts.has(host) ? [] : [{ type: "host.joined", host }]
}

/** @throws agent_not_found */
export function requireAgent(board: Board, name: string): Agent {
  return board.agents.get(nameKey(name)) ?? fail("agent_not_found", `There is no agent ${name}.`)
}

/** First contact makes an agent: the events for those of these names that nobody has seen yet. */
export function joins(board: Board, names: readonly (string | null | undefined)[]): BoardEvent[] {
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
