import type { Board } from "./board.ts"
import type { BoardEvent } from "./events.ts"
import { nameKey, reservedNames } from "./names.ts"

/** The name in the spelling first seen. */
export function spelled(board: Board, name: string): string {
  return board.agents.get(nameKey(name))?.name ?? name
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
