import { mostInPart, partBytes } from "../../domain/wire/import-form.ts"
import type { ImportItem } from "../../domain/wire/import-schemas.ts"

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
  let tasks: TaskToSend[] = []
  let bytes = 0
  for (const item of items) {
    const task = withoutEdges(item)
    const size = bytesOf(task)
    if (size > partBytes) {
      for (const [i, piece] of piecesOf(task).entries()) yield { tasks: [piece], isMore: i > 0 }
      continue
    }
    if (tasks.length === mostInPart || bytes + size > partBytes) {
      yield { tasks, isMore: false }
      tasks = []
      bytes = 0
    }
    tasks.push(task)
    bytes += size
  }
  if (tasks.length > 0) yield { tasks, isMore: false }
}

/** The edges of all tasks, also of those that have none: they may have had some when they came last. */
export function* linkParts(items: readonly ImportItem[]): Generator<readonly LinksToSend[]> {
  let links: LinksToSend[] = []
  let bytes = 0
  for (const { source, blockedBy, parent, discoveredFrom } of items) {
    const each = { source, blockedBy, parent, discoveredFrom } as LinksToSend
    const size = bytesOf(each)
    if (links.length === mostInPart || bytes + size > partBytes) {
      yield links
      links = []
      bytes = 0
    }
    links.push(each)
    bytes += size
  }
  if (links.length > 0) yield links
}

/** How many bytes a value takes in a list in JSON. */
export function bytesOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length + 1
}

// --- internal ---

const encoder = new TextEncoder()

function withoutEdges({ blockedBy: _, parent: __, discoveredFrom: ___, ...task }: ImportItem): TaskToSend {
  return task
}

/** The same task several times, each time with some of its comments and reflections. */
function piecesOf({ comments, reflections, ...core }: TaskToSend): TaskToSend[] {
  const most = partBytes - bytesOf(core) - 100
  const pieces: TaskToSend[] = []
  for (const list of groupsOf(comments ?? [], most)) pieces.push({ ...core, comments: list })
  for (const list of groupsOf(reflections ?? [], most)) pieces.push({ ...core, reflections: list })
  return pieces
}

function* groupsOf<T>(list: readonly T[], most: number): Generator<T[]> {
  let group: T[] = []
  let bytes = 0
  for (const each of list) {
    const size = bytesOf(each)
    if (group.length > 0 && bytes + size > most) {
      yield group
      group = []
      bytes = 0
    }
    group.push(each)
    bytes += size
  }
  if (group.length > 0) yield group
}
