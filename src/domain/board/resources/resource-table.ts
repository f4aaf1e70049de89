import { createTable, type Table, type Undo } from "../../collections/table.ts"
import type { PauseEnds } from "../agents/pause-ends.ts"
import type { Resource } from "../records.ts"

/**
 * @param ends also knows when a closed resource reopens by itself
 * @param onChange called at any change of a resource, also through an undo
 */
export function createResources(
  undo: Undo,
  ends: PauseEnds,
  onChange: (before: Resource | undefined, after: Resource | undefined) => void,
): Table<string, Resource> {
  return createTable<string, Resource>(
    ({ name }) => name,
    undo,
    (before, after) => {
      // No agent has such a name.
      ends.set(`\n${(after ?? before)?.name ?? ""}`, after?.closed ?? null)
      onChange(before, after)
    },
  )
}
