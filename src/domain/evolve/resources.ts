import type { Board } from "../board/board.ts"
import type { BoardEvent, EventMeta } from "../board/events.ts"
import { canonicalName } from "../board/find.ts"
import type { Resource } from "../board/records.ts"

type ResourceEvent = BoardEvent & { readonly type: `resource.${"declared" | "closed" | "opened"}` }

/** Folds in what becomes of a resource. One that is neither declared nor closed leaves nothing behind. */
export function foldResource(board: Board, event: ResourceEvent, meta: EventMeta): void {
  const name = event.resource
  const known = board.resources.get(name) ?? { name, capacity: null, description: null, closed: null }
  const resource = changed(board, known, event, meta)
  if (resource.capacity === null && resource.closed === null) board.resources.delete(name)
  else board.resources.put(resource)
}

// --- internal ---

function changed(board: Board, known: Resource, event: ResourceEvent, { actor, at }: EventMeta): Resource {
  switch (event.type) {
    case "resource.declared":
      return { ...known, capacity: event.capacity, description: event.description }
    case "resource.closed": {
      const { until, reason } = event
      return { ...known, closed: { until, by: canonicalName(board, actor), at, reason } }
    }
    case "resource.opened":
      return { ...known, closed: null }
  }
}
