import { mostInPart, partBytes } from "../../domain/wire/imports/import-form.ts"
import type { ImportItem } from "../../domain/wire/imports/import-schemas.ts"
import { bytesInList, inParts } from "../../domain/wire/in-parts.ts"

type EdgeName = "blockedBy" | "parent" | "discoveredFrom"
/** A task without its edges, which come when all tasks are there. */
export type TaskToSend = Omit<ImportItem, EdgeName>
export type LinksToSend = Pick<ImportItem, "source" | EdgeName>

/** Tasks that go in one request. */
export interface TaskPart {
  readonly tasks: readonly TaskToSend[]
  /** It brings more of what was said about a task that a part before it holds. */
  readonly isMore: boolean
}

/**
 * Cuts tasks into parts, by their number and by their bytes. A task that is too long for one part goes with its first
 * comments, and then again with further ones: comments that are there already are not added twice.
 */
export function* taskParts(items: readonly ImportItem[]): Generator<TaskPart> {
  for (const tasks of inParts(items.map(withoutEdges), partBytes, mostInPart)) {
    const [first] = tasks
    if (first && bytesInList(first) > partBytes)
      for (const [i, piece] of piecesOf(first).entries()) yield { tasks: [piece], isMore: i > 0 }
    else yield { tasks, isMore: false }
  }
}

/** The edges of all tasks, also of those that have none: they may have had some when they came last. */
export function* linkParts(items: readonly ImportItem[]): Generator<readonly LinksToSend[]> {
  const links = items.map(({ source, blockedBy, parent, discoveredFrom }) => ({
    source,
    blockedBy,
    parent,
    discoveredFrom,
  }))
  yield* inParts(links, partBytes, mostInPart)
}

// --- internal ---

function withoutEdges({ blockedBy: _, parent: __, discoveredFrom: ___, ...task }: ImportItem): TaskToSend {
  return task
}

/** The same task several times, each time with some of its comments and reflections. */
function piecesOf({ comments, reflections, ...core }: TaskToSend): TaskToSend[] {
  const most = partBytes - bytesInList(core) - 100
  return [
    ...Array.from(inParts(comments ?? [], most), (list) => ({ ...core, comments: list })),
    ...Array.from(inParts(reflections ?? [], most), (list) => ({ ...core, reflections: list })),
  ]
}
