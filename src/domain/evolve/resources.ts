import type { Board } from "../board/board.ts"
import { canonicalName } from "../board/find.ts"
import type { Resource } from "../board/records.ts"
import type { resourceEvents } from "../events/resources.ts"
import type { EventFolds } from "./fold.ts"

export const resourceFolds: EventFolds<keyof typeof resourceEvents> = {
  "resource.declared": (board, { resource, capacity, description }) =>
    changeResource(board, resource, { capacity, description }),
  "resource.closed": (board, { resource, until, reason }, { actor, at }) =>
    changeResource(board, resource, { closed: { until, by: canonicalName(board, actor), at, reason } }),
  "resource.opened": (board, { resource }) => changeResource(board, resource, { closed: null }),
}

// --- internal ---

/** A resource that is neither declared nor closed has no record. */
function changeResource(board: Board, name: string, changes: Partial<Resource>): void {
  const known = board.resources.get(name) ?? { name, capacity: null, description: null, closed: null }
  const resource = { ...known, ...changes }
  if (resource.capacity === null && resource.closed === null) board.resources.delete(name)
  else board.resources.put(resource)
}
