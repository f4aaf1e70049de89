import type { BoardEvent } from "../../../src/domain/events/index.ts"
import type { LoggedCommand } from "../../../src/domain/board/logged-command.ts"
import type { Hand, Place } from "../../model/room.ts"
import { promise } from "../violation.ts"
import { numberOf, type Card } from "./cards.ts"
import { roomAt, type Moment } from "./next.ts"

/** What was said of resources, and of agents. */
export function createNeeds() {
  const hands = new Map<string, Hand>()
  const places = new Map<string, Place>()

  function say(name: string, changes: Partial<Place>): void {
    places.set(name, { capacity: null, closed: null, ...places.get(name), ...changes })
  }

  return {
    hands,
    places,
    take(event: BoardEvent, { at, actor }: LoggedCommand): void {
      switch (event.type) {
        case "agent.joined": {
          const { name, resources = [], skills = [] } = event.agent
          hands.set(name.toLowerCase(), { resources, skills })
          break
        }
        case "agent.deleted":
          hands.delete(event.agent.toLowerCase())
          break
        case "resource.declared":
          say(event.resource, { capacity: event.capacity })
          break
        case "resource.closed":
          say(event.resource, { closed: { until: event.until } })
          break
        case "resource.opened": {
          const { closed = null } = places.get(event.resource) ?? {}
          promise(closed !== null, () => `${event.resource} was opened, and was not closed`)
          promise(
            actor !== "upnext" || (closed.until ?? Infinity) <= at,
            () => `${event.resource} opened by itself before its time`,
          )
          say(event.resource, { closed: null })
          break
        }
        default:
      }
    },
  }
}

/**
 * Resources keep work from being begun: whoever begins has room, and the skills. They never take work away, and a limit
 * costs no attempt.
 */
export function checkNeeds(
  card: Card,
  event: BoardEvent & { task: string },
  { moment, now, actor }: { readonly moment: Moment; readonly now: number; readonly actor: string },
): void {
  const told = () => `${event.type} on ${event.task} in ${card.status} of ${card.assignee ?? "nobody"}`
  const room = roomAt(moment, now)
  if (actor === "upnext" && card.status === "doing" && card.held?.offered !== true)
    promise(
      event.type.startsWith("lease.") || keepsHolder(event),
      () => `${told()}: it was taken from who has it`,
    )
  if (event.type === "task.claimed" && room.isToBegin(card)) {
    const taken = room.takenFor(card) ?? room.takenForAgent(event.agent)
    promise(
      taken === undefined,
      () => `${told()} by ${event.agent}: ${taken?.name ?? ""} is ${taken?.closed ? "closed" : "full"}`,
    )
    const missing = room.missing(card, event.agent)
    promise(missing.length === 0, () => `${told()} by ${event.agent}, who cannot do ${missing.join(", ")}`)
  }
  if (event.type === "task.edited" && card.status === "doing" && !room.isToBegin(card)) {
    const added = event.changes.resources?.filter((name) => !card.resources.includes(name)) ?? []
    const taken = room.taken(added, numberOf(event.task))
    promise(taken === undefined, () => `${told()} adds ${taken?.name ?? ""}, which is taken`)
  }
  if (event.type === "task.released" && event.restsUntil !== undefined)
    promise(
      event.attempts === card.attempts && !event.failed && event.to === "todo" && event.backoffUntil === null,
      () => `${told()}: a limit costs an attempt`,
    )
}

// --- internal ---

/** The end of an import that nobody goes on with puts fields back, also of a task in work. */
function keepsHolder(event: BoardEvent): boolean {
  return event.type === "task.put_back" && !("status" in event.fields) && !("assignee" in event.fields)
}
