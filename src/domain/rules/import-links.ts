import type { Board } from "../board/board.ts"
import type { Task } from "../board/records.ts"
import type { EdgeField } from "../wire/enums.ts"
import type { ImportLinks } from "../wire/imports/import-schemas.ts"
import { taskId } from "../wire/names.ts"
import { makesCircle } from "./dependencies.ts"
import { eachOnce } from "./stored-fields.ts"

/**
 * An edge of the origin that the board refuses: its target does not exist here, or tasks would wait for each other.
 */
export interface DroppedLink {
  readonly source: string
  readonly field: EdgeField
  readonly to: string
  readonly why: "gone" | "circle"
}

export interface ResolvedLinks {
  readonly blockedBy: readonly string[]
  readonly parent: string | null
  readonly discoveredFrom: string | null
}

/**
 * The edges of a task by the ids of the tasks here. Edges that would close a cycle are left out, starting with the
 * last.
 */
export function resolveLinks(
  board: Board,
  task: Task,
  links: ImportLinks,
): { readonly links: ResolvedLinks; readonly dropped: readonly DroppedLink[] } {
  const dropped: DroppedLink[] = []
  const sources = new Map<string, string>()
  const drop = (field: EdgeField, to: string, why: DroppedLink["why"]) =>
    dropped.push({ source: links.source, field, to, why })
  const resolve = (field: EdgeField, to: string | null | undefined): string[] => {
    if (to == null) return []
    const origin = board.bySource(to)
    if (!origin || !board.tasks.has(origin.n)) {
      drop(field, to, "gone")
      return []
    }
    sources.set(taskId(origin.n), to)
    return [taskId(origin.n)]
  }
  const [above = null] = resolve("parent", links.parent)
  const [found = null] = resolve("discoveredFrom", links.discoveredFrom)
  const all = eachOnce((links.blockedBy ?? []).flatMap((to) => resolve("blockedBy", to)))
  const isFound = found !== taskId(task.n)
  if (!isFound) drop("discoveredFrom", links.source, "circle")
  const discoveredFrom = isFound ? found : null

  // Existing edges do not close a cycle. Checking them again would cost a walk through the whole chain for each of its
  // tasks.
  const isThere =
    all.every((id) => task.fields.blockedBy.includes(id)) && (above === null || above === task.fields.parent)
  if (isThere) return { links: { blockedBy: all, parent: above, discoveredFrom }, dropped }

  const fits = (blockedBy: readonly string[], parent: string | null) =>
    !makesCircle(board, task.n, { blockedBy, parent })
  if (fits(all, above)) return { links: { blockedBy: all, parent: above, discoveredFrom }, dropped }
  const parent = fits([], above) ? above : null
  if (parent !== above) drop("parent", links.parent ?? "", "circle")
  const blockedBy: string[] = []
  for (const id of all)
    if (fits([...blockedBy, id], parent)) blockedBy.push(id)
    else drop("blockedBy", sources.get(id) ?? id, "circle")
  return { links: { blockedBy, parent, discoveredFrom }, dropped }
}
