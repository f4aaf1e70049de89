import { createSortedSet, type SortedSet } from "../../collections/sorted-set.ts"
import { createTable, type Table, type Undo } from "../../collections/table.ts"
import { nameKey } from "../../wire/names.ts"
import type { Agent, Pause } from "../records.ts"

export interface AgentTable {
  readonly table: Table<string, Agent>
  /** The keys of all, in order. */
  readonly keys: SortedSet<string>
}

/**
 * @param onPause called when an agent's pause begins, changes or ends, also through an undo
 * @param onChange called at any change of an agent, also through an undo
 */
export function createAgents(
  undo: Undo,
  onPause: (key: string, before: Pause | null, after: Pause | null) => void,
  onChange: (before: Agent | undefined, after: Agent | undefined) => void,
): AgentTable {
  const keys = createSortedSet<string>((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const table = createTable<string, Agent>(agentKey, undo, (before, after) => {
    const agent = after ?? before
    if (agent && before?.pause !== after?.pause)
      onPause(agentKey(agent), before?.pause ?? null, after?.pause ?? null)
    onChange(before, after)
    if (before && !after) keys.delete(agentKey(before))
    if (after && !before) keys.add(agentKey(after))
  })
  return { table, keys }
}

// --- internal ---

function agentKey({ name }: Agent): string {
  return nameKey(name)
}
