import { agentsIn } from "../wire/task-table.ts"
import { nearest } from "../../nearest.ts"
import type { Board } from "../board/board.ts"
import { projectNames, projectScope } from "../board/scopes.ts"
import type { BoardEvent } from "../events/index.ts"
import { isStranger } from "../board/access/strangers.ts"
import type { Namer } from "../rules/agents.ts"
import { closedParents } from "../rules/dependencies.ts"
import { isSameName, nameKey, reservedNames } from "../wire/names.ts"
import { sayNew } from "../wire/new-name.ts"

/**
 * Notes about possible mistakes: names in the request that nobody here has, and the name of an agent that joins by
 * acting, or of one that creates its first tasks, or of a project that is new, if a similar name exists.
 * @param meant names that may be meant, though nobody has acted under them yet
 * @param first notes that come before these
 */
export function notesOn(
  board: Board,
  events: readonly BoardEvent[],
  { actor, presence }: Namer,
  { meant = [], first = [] }: { readonly meant?: readonly string[]; readonly first?: readonly string[] } = {},
): { notes?: string[] } {
  const names = new Map(events.flatMap(namesIn).map((name) => [nameKey(name), name]))
  const isNew = (name: string) =>
    !isSameName(name, actor) && presence.of(name) === undefined && isStranger(board, name)
  const strangers = [...names.values()].filter(isNew)
  const joined = events.flatMap((event) =>
    event.type === "agent.joined" && !event.agent.named ? [event.agent.name] : [],
  )
  if (hasCreatedFirst(board, events, actor)) joined.push(actor)
  const isAny = strangers.length + joined.length > 0
  const known = isAny ? [...board.agents.values(), ...board.accounts.values()].map(({ name }) => name) : []
  const acting = known
    .slice(0, mostKnown)
    .filter((name) => !isStranger(board, name) && !joined.includes(name))
  const others = [...meant, ...acting]
  const near = joined.filter((name) => nearest(name, others) !== undefined)
  const more = strangers.length - mostNamed
  const notes = [
    ...first,
    ...[...near, ...strangers.slice(0, mostNamed)].map((name) => sayNew(name, nearest(name, others))),
    ...(more > 0 ? [`${more} more names are new here`] : []),
    ...projectNotes(board, events),
    ...closedParents(board, events),
  ]
  return notes.length === 0 ? {} : { notes }
}

// --- internal ---

/** To look for a name that is near takes time. */
const mostKnown = 1_000
const mostNamed = 5
/** The most tasks to look at for an earlier one by the same name. */
const mostRecent = 100

/** Whether no recent task but these is by this name: to create tasks makes no agent known. */
function hasCreatedFirst(board: Board, events: readonly BoardEvent[], actor: string): boolean {
  const made = events.filter(({ type }) => type === "task.created").length
  if (made === 0 || reservedNames.includes(nameKey(actor)) || !isStranger(board, actor)) return false
  const last = board.counters.task - made
  const recent = Array.from({ length: mostRecent }, (_, i) => board.tasks.get(last - i)?.createdBy)
  return !recent.some((name) => name !== undefined && isSameName(name, actor))
}

/** A note for each project that has only these tasks, if the name of another project is near. */
function projectNotes(board: Board, events: readonly BoardEvent[]): string[] {
  const named = events.flatMap((event) => projectIn(event) ?? [])
  const isNew = (name: string) =>
    board.statusCounts.of(projectScope(name)).all <= named.filter((each) => each === name).length
  const strangers = [...new Set(named)].slice(0, mostNamed).filter(isNew)
  const known = strangers.length > 0 ? projectNames(board).slice(0, mostKnown) : []
  const others = known.filter((name) => !named.includes(name))
  return strangers.flatMap((name) => {
    const meant = nearest(name, others)
    return meant === undefined ? [] : sayNew(`the project ${name}`, meant)
  })
}

function projectIn(event: BoardEvent): string | undefined {
  if (event.type === "task.created") return event.fields.project
  return event.type === "task.edited" ? event.changes.project : undefined
}

function namesIn(event: BoardEvent): string[] {
  switch (event.type) {
    case "task.created":
      return agentsIn(event.fields)
    case "task.edited":
      return agentsIn(event.changes)
    case "task.moved":
      return agentsIn(event)
    case "board.imported":
      return [...event.tasks, ...event.changes].flatMap(({ fields }) => agentsIn(fields))
    default:
      return []
  }
}
