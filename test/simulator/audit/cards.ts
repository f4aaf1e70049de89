import type { LeftWork } from "../../model/room.ts"
import { withEnd } from "./outdated.ts"
import { noneUsed, withUsage, type Used } from "./usage.ts"
import type { BoardEvent, TaskChanges } from "../../../src/domain/events/index.ts"
import type { ChangedTask } from "../../../src/domain/events/import-fields.ts"

/** What the auditor knows of a task. A card is never edited in place. */
export interface Card {
  readonly n: number
  readonly status: string
  readonly assignee: string | null
  readonly reviewer: string | null
  readonly priority: number
  readonly rank: string | null
  readonly project: string
  readonly tags: readonly string[]
  readonly blockedBy: readonly number[]
  readonly parent: number | null
  readonly notBefore: number
  readonly restsUntil: number
  /** How many attempts have failed. */
  readonly attempts: number
  /** How many of its leases ran out. */
  readonly expiries: number
  readonly resources: readonly string[]
  readonly skills: readonly string[]
  readonly result: string | null
  readonly hasCriteria: boolean
  /** What proves it, and whether it may not be finished without that. */
  readonly checks: readonly string[]
  readonly isProven: boolean
  /** Who is to try it in turn. */
  readonly escalation: readonly string[]
  /** Who gave it back because of a limit, and until when it is not offered to them. */
  readonly restsFor: { readonly agent: string; readonly until: number } | null
  readonly held: Held | null
  /** The last claim: its epoch, and whether it may still be used. */
  readonly grant: Grant | null
  /** The assignee before the claim. */
  readonly before: string | null
  readonly doneBy: string | null
  readonly work: CardWork | null
  readonly used: Used
}

export interface Grant {
  readonly epoch: number
  readonly agent: string
  readonly isOver: boolean
  /** Only the worker that claimed it finishes it, not what works for it. */
  readonly isWorkers: boolean
}

export interface CardWork extends LeftWork {
  readonly epoch: number
  readonly commit: string
  /** What its pull request has sent it back from. */
  readonly sent: string | null
}

export interface Held {
  readonly agent: string
  readonly session: string | null
  readonly until: number | null
  /** A review asked for changes, and nobody has taken the task up since. */
  readonly offered: boolean
}

type Of<T extends BoardEvent["type"]> = Extract<BoardEvent, { type: T }>

export const numberOf = (id: string): number => Number(id.slice(2))
const over = ({ grant }: Card) => grant && { ...grant, isOver: true }

export function created({ task, fields, status }: Of<"task.created">): Card {
  const card: Card = {
    n: numberOf(task),
    status,
    ...{
      assignee: null,
      reviewer: null,
      priority: 2,
      rank: null,
      project: "default",
      tags: [],
      blockedBy: [],
      parent: null,
    },
    ...{
      attempts: 0,
      expiries: 0,
      checks: [],
      isProven: false,
      resources: [],
      skills: [],
      result: null,
      hasCriteria: false,
      escalation: [],
      restsFor: null,
    },
    ...{ notBefore: 0, restsUntil: 0, held: null, grant: null, before: null, doneBy: null, work: null },
    used: noneUsed,
  }
  return withFields(card, fields)
}

/** A new card, where it was brought in from elsewhere. */
export const asImported = (card: Card): Card =>
  card.status === "review" ? { ...card, doneBy: card.assignee } : card

/** The card after its origin says something else. */
export function changedThere(card: Card, fields: ChangedTask["fields"]): Card {
  const { status } = fields
  const isMoved = status !== undefined && status !== card.status
  const moved = isMoved
    ? { ...left(card, status), ...(isStopped(card) && { attempts: 0, expiries: 0 }) }
    : card
  const next = withFields(moved, fields)
  return status === "review" ? asImported(next) : next
}

/** The card after an event about it. */
export const after = (card: Card, event: BoardEvent): Card => withEnd(card, next(card, event), event)

function next(card: Card, event: BoardEvent): Card {
  switch (event.type) {
    case "task.edited":
      return withFields(card, event.changes)
    case "task.moved":
      // The question that it waited for is answered: whoever asked may take it up first.
      if (event.offer)
        return {
          ...left(card, event.to),
          before: card.assignee,
          assignee: event.assignee,
          held: { agent: event.offer.agent, session: null, until: event.offer.until, offered: true },
        }
      return {
        ...left(card, event.to),
        ...(card.status !== event.to && isStopped(card) && { attempts: 0, expiries: 0 }),
        before: card.held ? card.before : event.assignee,
        assignee: event.assignee,
        doneBy: event.to === "review" ? card.assignee : card.doneBy,
      }
    case "task.claimed":
      return {
        ...card,
        status: "doing",
        before: card.held && (card.status === "doing" || card.held.offered) ? card.before : card.assignee,
        assignee: event.agent,
        restsUntil: 0,
        restsFor: null,
        held: { agent: event.agent, session: event.session, until: event.until, offered: false },
        grant: {
          ...{ epoch: event.epoch, agent: event.agent, isOver: false },
          isWorkers: event.finishedBy === "worker",
        },
      }
    case "task.released":
      return {
        ...left(card, event.to),
        assignee: event.assignee ?? (card.held ? card.before : card.assignee),
        attempts: event.attempts,
        restsUntil: event.backoffUntil ?? 0,
        ...(event.restsUntil !== undefined && {
          restsFor: { agent: event.agent.toLowerCase(), until: event.restsUntil },
        }),
      }
    case "task.retried":
      return { ...card, restsUntil: 0 }
    case "task.completed":
      return {
        ...left(card, event.to),
        before: card.status === "doing" && card.held ? card.before : card.assignee,
        assignee: event.agent,
        doneBy: event.agent,
      }
    case "task.reviewed":
      return reviewed(card, event)
    case "task.put_back":
      return putBack(card, event)
    case "lease.renewed":
      return card.held ? { ...card, held: { ...card.held, until: event.until } } : card
    case "lease.expired":
      return {
        ...card,
        status: event.to,
        assignee: event.assignee ?? card.before,
        attempts: event.attempts,
        expiries: event.expiries,
        restsUntil: event.backoffUntil ?? 0,
        restsFor: null,
        held: null,
        grant: card.held?.offered === true ? over(card) : card.grant,
      }
    case "work.reported":
      return {
        ...card,
        work: {
          landed: false,
          toLand: event.work.base !== null && event.work.files > 0,
          freed: [],
          epoch: event.epoch,
          commit: event.work.commit,
          sent: null,
          isOutdated: card.work?.isOutdated === true && card.work.epoch >= event.epoch,
        },
      }
    case "work.landed":
      return { ...card, work: card.work && { ...card.work, landed: true } }
    case "pull.changed": {
      const work = card.work && { ...card.work, sent: event.pull.sent ?? null }
      return { ...(event.to === undefined ? card : left(card, event.to)), work }
    }
    case "work.freed":
      return { ...card, work: card.work && { ...card.work, freed: [...card.work.freed, ...event.resources] } }
    case "usage.told":
      return { ...card, used: withUsage(card.used, event) }
    case "lease.revoked":
      return { ...card, held: null, grant: over(card) }
    default:
      return card
  }
}

/** The card as it comes back from the trash: nobody is at work on it. Otherwise it is as it was. */
export function laidDown(card: Card): Card {
  const { status, held, before, assignee } = card
  if (status !== "doing" && held?.offered !== true) return card
  const { work } = card
  const down = { ...left(card, "todo"), assignee: held ? before : assignee, grant: over(card) }
  return { ...down, work: work && held?.offered !== true ? { ...work, isOutdated: false } : work }
}

export function restored(card: Card, { task, dropped }: Of<"task.restored">): Card {
  const own = dropped.filter(({ of }) => of === task)
  const isLost = (field: string, n: number | null) =>
    own.some((edge) => edge.field === field && numberOf(edge.to) === n)
  return {
    ...card,
    blockedBy: card.blockedBy.filter((n) => !isLost("blockedBy", n)),
    parent: isLost("parent", card.parent) ? null : card.parent,
  }
}

export function extended(card: Card, until: number): Card {
  const { held } = card
  return held?.until == null || held.until >= until ? card : { ...card, held: { ...held, until } }
}

// --- internal ---

/** Nobody went on with it, or it was finished: what comes now begins anew. */
const isStopped = ({ status }: Card) => ["blocked", "done", "cancelled"].includes(status)

/** The card in another status: its lease ends with that. A lease that ran out can be used until the task is moved on. */
function left(card: Card, status: string): Card {
  const isStillLate =
    !card.held && card.grant?.isOver === false && (status === "todo" || status === "blocked")
  const grant = isStillLate ? card.grant : over(card)
  return { ...card, status, held: null, restsUntil: 0, restsFor: null, grant }
}

function reviewed(card: Card, { decision, until, after }: Of<"task.reviewed">): Card {
  if (decision === "approve") return left(card, "done")
  const { assignee: agent } = card
  if (after) {
    const { to, attempts, backoffUntil, assignee = agent } = after
    return { ...left(card, to), attempts, assignee, restsUntil: backoffUntil ?? 0 }
  }
  if (agent === null) return left(card, "todo")
  return { ...left(card, "doing"), held: { agent, session: null, until, offered: true } }
}

/** The card as it was before a command that is undone. Whose lease that ended is offered the task again. */
function putBack(card: Card, { fields, offer }: Of<"task.put_back">): Card {
  const { status, assigneeBefore, backoffUntil, doneBy, attempts, expiries } = fields
  const isEnded = "status" in fields || "assignee" in fields || offer !== undefined
  return {
    ...withFields(card, fields),
    ...(status !== undefined && { status }),
    ...(assigneeBefore !== undefined && { before: assigneeBefore }),
    ...(backoffUntil !== undefined && { restsUntil: backoffUntil ?? 0 }),
    ...(doneBy !== undefined && { doneBy }),
    ...(attempts !== undefined && { attempts }),
    ...(expiries !== undefined && { expiries }),
    ...(isEnded && { held: null, grant: over(card) }),
    ...(offer && { held: { agent: offer.agent, session: null, until: offer.until, offered: true } }),
  }
}

function withFields(card: Card, fields: TaskChanges): Card {
  const { priority, project, tags, blockedBy, parent, notBefore, assignee, reviewer } = fields
  const { rank, resources, skills, escalation, namedChecks, metadata, result, done_criteria } = fields
  return {
    ...card,
    ...(resources !== undefined && { resources }),
    ...(namedChecks !== undefined && { checks: namedChecks }),
    ...(metadata !== undefined && { isProven: metadata["checks_required"] === true }),
    ...(skills !== undefined && { skills }),
    ...(result !== undefined && { result }),
    ...(done_criteria !== undefined && { hasCriteria: done_criteria.length > 0 }),
    ...(escalation !== undefined && { escalation }),
    ...(assignee !== undefined && { assignee }),
    ...(reviewer !== undefined && { reviewer }),
    ...(priority !== undefined && { priority: Number(priority.slice(1)) }),
    ...(rank !== undefined && { rank }),
    ...(project !== undefined && { project }),
    ...(tags !== undefined && { tags }),
    ...(blockedBy !== undefined && { blockedBy: blockedBy.map(numberOf) }),
    ...(parent !== undefined && { parent: parent === null ? null : numberOf(parent) }),
    ...(notBefore !== undefined && { notBefore: notBefore ?? 0 }),
  }
}
