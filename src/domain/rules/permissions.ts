import { isSameList } from "../collections/lists.ts"
import type { Board } from "../board/board.ts"
import {
  type BoardEvent,
  eventKinds,
  type EventOf,
  type EventType,
  type TaskChanges,
} from "../events/index.ts"
import type { Task } from "../board/records.ts"
import type { BoardPolicy, Context } from "../context.ts"
import { holdsRole, type Access, type Identity } from "../wire/access/access.ts"
import type { Status } from "../wire/enums.ts"
import { isSameName, nameKey, numberOf } from "../wire/names.ts"
import { isMaker } from "./accounts.ts"
import { actAs, failNotAllowed, isDecision, requirePerson } from "./decisions.ts"
import { liveLease } from "./lease.ts"
import { exemption, isGuarded, loosening } from "./loosening.ts"
import { isOwnReview } from "./moves.ts"
import { isOwn } from "./next.ts"
import { mayLand } from "./work.ts"

/**
 * Who may do what (`docs/access.md`). Permissions are checked for events, not for requests: whether a change comes from
 * PATCH, a plan or a model's tool, it is the same event. Each kind of event says who may cause it. If that requires
 * more than a role, its rule is in this file; otherwise this file does not compile.
 */
type Rules = { readonly [K in RuledType]: Rule<EventOf<K>> }
type RuledType = {
  [K in EventType]: "rule" extends (typeof eventKinds)[K]["takes"] ? K : never
}[EventType]

/** What a role may not do with this event, in words that follow "may not"; undefined if the role may cause it. */
type Rule<E> = (event: E, intent: Intent) => string | undefined

interface Intent {
  readonly board: Board
  readonly who: Identity
  readonly actor: string
  readonly policy: BoardPolicy
  /** The task before the change; undefined if the same request creates it. */
  readonly task: Task | undefined
  /** The same request claims the task; the permission to claim is checked separately. */
  readonly isClaimed: boolean
}

/**
 * Refuses events that the sender's role does not allow.
 * @param events as decided, not folded in yet
 * @throws not_allowed
 */
export function requirePermission(
  board: Board,
  events: readonly BoardEvent[],
  who: Identity,
  { actor, policy }: Pick<Context, "actor" | "policy">,
): void {
  if (who.isAnyone === true) return
  const claimed = new Set(events.flatMap((event) => (event.type === "task.claimed" ? [event.task] : [])))
  for (const event of events) {
    const task = "task" in event ? board.tasks.get(numberOf(event.task)) : undefined
    if (task && isDecision(event, task)) requirePerson(task, who, policy)
    const isClaimed = "task" in event && claimed.has(event.task)
    const refused = refusal(event, { board, who, actor, policy, task, isClaimed })
    if (refused === undefined) continue
    const isUndo = events[0]?.type === "commands.undone" || events[0]?.type === "commands.redone"
    const { takes } = eventKinds[event.type]
    const needs = typeof takes === "object" ? takes.role : who.role === "manage" ? "admin" : "manage"
    failNotAllowed(who, refused, needs, isUndo)
  }
}

/** Refuses a request whose sender does not have the required role. @throws not_allowed */
export function requireRole(
  who: Identity,
  { name, access }: { readonly name: string; readonly access: Access },
): void {
  if (access !== "public" && !holdsRole(who.role, access)) failNotAllowed(who, `use ${name}`, access)
}

// --- internal ---

function refusal(event: BoardEvent, intent: Intent): string | undefined {
  const { takes } = eventKinds[event.type]
  const { role } = intent.who
  if (takes === "anyone" || role === "admin") return undefined
  if (takes !== "rule") return holdsRole(role, takes.role) ? undefined : takes.what
  const rules: Partial<Rules> = role === "manage" ? forManage : forWork
  return (rules[event.type as RuledType] as Rule<BoardEvent> | undefined)?.(event, intent)
}

/** The role `manage` may do everything else for which there is a rule. */
const forManage: Partial<Rules> = {
  "task.moved": decideByMove,
  "task.put_back": decideByMove,
  "task.reviewed": ({ by }, intent) => (by === "land" ? undefined : decideOwn(undefined, intent)),
}

const forWork: Rules = {
  "task.created": ({ fields }) =>
    fields.metadata["reflection_exempt"] === true ? "create work that needs no lesson" : undefined,
  "task.edited": edit,
  "task.moved": move,
  "task.put_back": putBack,
  "attachment.removed": ({ attachment }, intent) =>
    mayEdit(intent) ||
    isSameName(intent.board.attachments.get(numberOf(attachment))?.by ?? null, intent.actor)
      ? undefined
      : "remove a file that it did not attach from a task that it neither holds nor created",
  "task.claimed": ({ agent }, intent) => actAs(agent, intent),
  "task.released": ({ agent }, intent) => actAs(agent, intent) ?? own(intent),
  "task.completed": ({ agent }, intent) =>
    actAs(agent, intent) ?? (heldLast(intent) ? undefined : own(intent)),
  "task.reviewed": ({ by }, intent) => (by === "land" ? mayLand(intent) : decide(intent)),
  "task.checked": (_, intent) =>
    mayEdit(intent) || heldLast(intent)
      ? undefined
      : "check off criteria of a task that it neither holds nor created",
  "check.reported": (_, intent) => own(intent),
  "lease.renewed": (_, intent) => own(intent),
  "work.reported": ({ agent }, intent) =>
    actAs(agent, intent) ?? (heldLast(intent) ? undefined : own(intent)),
  "work.landed": (_, intent) => mayLand(intent),
  "usage.told": ({ agent }, intent) => actAs(agent, intent),
  "pull.changed": (_, intent) => mayLand(intent),
  "lease.revoked": (_, intent) => own(intent),
  "agent.joined": ({ agent }, { board, actor }) => {
    const isPlain = agent.kind === "agent" && agent.role === null && agent.description === null
    const { resources = [] } = board.agents.get(nameKey(agent.name)) ?? {}
    if (!isSameList(agent.resources ?? resources, resources)) return "say which resources an agent uses"
    if (isSameName(agent.name, actor)) return undefined
    return isPlain && !board.agents.has(nameKey(agent.name)) ? undefined : "describe another agent"
  },
  // An undo removes a name that the undone command gave and that nobody has used.
  "agent.deleted": ({ agent }, { board }) =>
    board.agents.get(nameKey(agent))?.named ? undefined : "delete an agent",
  // An agent may do this itself when it hits a limit; pausing an agent by its operation requires the role manage.
  "agent.paused": ({ agent, until }, { actor }) =>
    until !== null && isSameName(agent, actor) ? undefined : "pause an agent",
  "inbox.acked": ({ agent }, intent) => actAs(agent, intent),
  "inbox.put_back": ({ agent }, intent) => actAs(agent, intent),
}

function own(intent: Intent): string | undefined {
  return holds(intent) ? undefined : "change a task that it does not hold"
}

/** The agent holds the lease, or has the task without a lease. */
function holds({ task, actor, isClaimed }: Intent): boolean {
  if (!task) return false
  if (isClaimed) return true
  if (task.lease) return isSameName(liveLease(task)?.agent ?? null, actor)
  return task.status === "doing" && isOwn(task, actor)
}

/**
 * Its lease ran out, and nobody has taken the task since. The agent may hand in its work, through all the gates. It may
 * not make any other change: a move could get around the gates or lift something that requires a person.
 */
function heldLast({ task, actor }: Intent): boolean {
  return task?.lease?.state === "expired" && isSameName(task.lease.agent, actor)
}

/**
 * Tasks that it holds, and tasks that it created and nobody has begun. A task that the same request creates is of the
 * latter kind.
 */
function mayEdit(intent: Intent): boolean {
  const { board, who, actor, task } = intent
  if (!task || holds(intent)) return true
  const maker = board.ownership.get(task.n)?.maker ?? null
  const made = maker === null ? isSameName(task.createdBy, actor) : isMaker(board, task, maker, who)
  return made && task.epoch === 0 && task.startedAt === null && task.finishedAt === null
}

function edit({ changes }: { readonly changes: TaskChanges }, intent: Intent): string | undefined {
  if (!mayEdit(intent)) return "edit a task that it neither holds nor created, or that has been started"
  const { task, policy } = intent
  return task && (loosening(task, changes, policy) ?? exemption(task, changes, holds(intent)))
}

/** Putting a task back counts as an edit and a move by hand. */
function putBack({ fields }: EventOf<"task.put_back">, intent: Intent): string | undefined {
  const { status: to } = fields
  return (to === undefined ? undefined : move({ to }, intent)) ?? edit({ changes: fields }, intent)
}

function move(
  { to, offer }: { readonly to: Status; readonly offer?: unknown },
  intent: Intent,
): string | undefined {
  const { task } = intent
  // Anybody may answer the question that it waits for.
  if (!task || offer !== undefined) return undefined
  if (task.status === "review") return to === "done" ? decide(intent) : "take a task out of review"
  if (task.status === "blocked") return "unblock a task"
  if (to === "done" || to === "review") return own(intent)
  if (to === "cancelled") return cancel(task, intent)
  return mayEdit(intent) ? undefined : "move a task that it does not hold"
}

/** Cancelling work that was begun, or that a person wants to see, and creating it again would avoid its gates. */
function cancel(task: Task, intent: Intent): string | undefined {
  if (holds(intent)) return "cancel work that it has begun"
  if (!mayEdit(intent)) return "cancel a task that it did not create, or that has been started"
  return isGuarded(task) ? "cancel a task that has a reviewer or asks for its criteria" : undefined
}

/** A decision by the role `work`: only as the reviewer that the task names, and not on its own work. */
function decide(intent: Intent): string | undefined {
  const { task, actor } = intent
  if (task && (!isSameName(task.fields.reviewer, actor) || isOwnReview(task)))
    return "decide on a review for which it is not the named reviewer"
  return decideOwn(undefined, intent)
}

function decideByMove(event: BoardEvent, intent: Intent): string | undefined {
  return intent.task && isDecision(event, intent.task) ? decideOwn(undefined, intent) : undefined
}

function decideOwn(_: unknown, { board, who, task }: Intent): string | undefined {
  const { workers = [] } = (task && board.ownership.get(task.n)) ?? {}
  return workers.some((each) => isSameName(each, who.account ?? null)) ? "decide on its own work" : undefined
}
