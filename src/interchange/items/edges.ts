import { itemLimits } from "../../domain/wire/imports/import-form.ts"
import { dropCircles, type WaitEdge } from "./circles.ts"
import type { FoundTask } from "./draft.ts"
import { isId } from "./fit.ts"
import { named, type Notes } from "../notes.ts"

/** The edges of a task, by the ids of the tasks that they name. */
export interface DraftEdges {
  blockedBy: string[]
  parent: string | undefined
  discoveredFrom: string | undefined
}

/**
 * The edges of the tasks of one import. One that leads to its own task or around in a cycle is left out and named: to
 * mend it would be a guess. One that leads out of the files may lead to a task that an earlier import has brought, as
 * where a file holds only what is open: whoever knows the board takes it or names it.
 * @param drafts no two of one id
 */
export function joinEdges(drafts: readonly FoundTask[], notes: Notes): Map<string, DraftEdges> {
  const find = finder(drafts)
  const known = (id: string, draft: FoundTask, edge: string): string[] => {
    const found = find(id)
    const at = `${draft.id} → ${id.slice(0, 100)}`
    if (found === draft.id) notes.add("dropped", `{${edge}} left out: from a task to itself`, at)
    if (found !== undefined) return found === draft.id ? [] : [found]
    notes.add("dropped", `{${edge}} left out unless the board has the task: it is not in these files`, at)
    return isId(id) ? [id] : []
  }
  const edges = new Map<string, DraftEdges>()
  for (const draft of drafts) {
    const blockedBy = (draft.blockedBy ?? []).flatMap((id) => known(id, draft, words.blockedBy))
    const [parent] = (draft.parent ? [draft.parent] : []).flatMap((id) => known(id, draft, words.parent))
    const [discoveredFrom] = (draft.discoveredFrom ? [draft.discoveredFrom] : []).flatMap((id) =>
      known(id, draft, words.discoveredFrom),
    )
    edges.set(draft.id, { blockedBy, parent, discoveredFrom })
  }
  for (const draft of drafts)
    for (const id of draft.blocks ?? []) {
      for (const found of known(id, draft, words.blockedBy)) {
        const other = edges.get(found)
        other?.blockedBy.push(draft.id)
      }
    }
  for (const [id, edge] of edges) edge.blockedBy = fewEnough([...new Set(edge.blockedBy)], id, notes)
  leaveOutCircles(edges, notes)
  return edges
}

// --- internal ---

const words = {
  blockedBy: "dependency|dependencies",
  parent: "link to a parent|links to a parent",
  discoveredFrom: "link to a source task|links to a source task",
}

/** Ids are found as they are written, else without regard to case. */
function finder(drafts: readonly FoundTask[]) {
  const exact = new Map<string, string>()
  const loose = new Map<string, string>()
  for (const { id, aliases = [] } of drafts) {
    for (const name of [id, ...aliases]) if (!exact.has(name)) exact.set(name, id)
    if (!loose.has(id.toLowerCase())) loose.set(id.toLowerCase(), id)
  }
  return (id: string) => exact.get(id) ?? loose.get(id.toLowerCase())
}

function fewEnough(list: string[], id: string, notes: Notes): string[] {
  if (list.length <= itemLimits.edges) return list
  const over = list.length - itemLimits.edges
  notes.add("dropped", `{${words.blockedBy}} left out: more than ${itemLimits.edges} per task`, id, over)
  return list.slice(0, itemLimits.edges)
}

function leaveOutCircles(edges: ReadonlyMap<string, DraftEdges>, notes: Notes): void {
  const waits: WaitEdge[] = []
  for (const [id, { parent }] of edges)
    if (parent !== undefined) waits.push({ from: parent, to: id, edge: "parent" })
  for (const [id, { blockedBy }] of edges)
    for (const to of blockedBy) waits.push({ from: id, to, edge: "blockedBy" })
  for (const { from, to, edge } of dropCircles(waits)) {
    const [holder, other] = edge === "parent" ? [to, from] : [from, to]
    const own = edges.get(holder)
    if (own && edge === "parent") own.parent = undefined
    else if (own) own.blockedBy = own.blockedBy.filter((id) => id !== other)
    const at = `${named(holder)} → ${named(other)}`.replaceAll('"', "")
    notes.add("dropped", `{${words[edge]}} left out: the tasks would wait for each other in a cycle`, at)
  }
}
