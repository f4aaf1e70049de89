import type { Random } from "../support/random.ts"
import type { Request } from "./call.ts"
import { agents, rungs } from "./agents.ts"
import { fileWishes } from "./file-wishes.ts"
import { checksOf, endOf, resultOf } from "./check-wishes.ts"
import { importWish, type SeenImport } from "./import-wishes.ts"
import { placeWish } from "./line-wishes.ts"
import { waitsToLand, workWishes } from "./work-wishes.ts"
import { limitOf, needsOf, resourceWishes } from "./resource-wishes.ts"
import { epoch, minute } from "./time.ts"
import { collect, someUsage } from "./usage-wishes.ts"
import { pickSeen, type Seen } from "./seen.ts"
import type { Kind, Manner } from "./weights.ts"

/** What a client believes it holds: a task, and the token that it was given for it. */
export interface Grip {
  readonly task: string
  readonly token: string
  readonly session: string | undefined
}

/** What is known when a client makes up its next request. */
export interface Known {
  readonly random: Random
  readonly name: string
  /** How many tasks there are, as far as anybody was told. */
  readonly tasks: number
  /** The newest last. Most of them may be stale. */
  readonly grips: readonly Grip[]
  /** What anybody was told of each task, the newest last. */
  readonly seen: ReadonlyMap<string, Seen>
  /** Imports as anybody was told of them, the newest last. */
  readonly imports: readonly SeenImport[]
  /** Files that anybody was told of, the newest last. */
  readonly files: readonly { readonly id: string; readonly task: string; readonly sha256: string }[]
  /** Comments that anybody was told of, the newest last. */
  readonly comments: readonly string[]
  readonly now: number
  readonly lastSeq: number
  readonly secrets: readonly string[]
  /** The accounts that were given tokens, and how many these were. */
  readonly accounts: readonly string[]
  readonly tokens: number
  readonly manner: Manner
  /** A word that no other request holds, by which it is found again in the log. */
  mark(): string
}

const reviewers = ["rea", "ann"] as const
const projects = ["web", "api"] as const
const sessions = [undefined, "s1", "s2"] as const
/** A request that somebody might send. It may be refused. */
export function wishOf(known: Known): Request {
  const { random, tasks } = known
  if (random.chance(known.manner.accounts))
    return { ...accountWish(known), actor: "anonymous", secret: "home" }
  const kind = tasks === 0 ? "create" : insteadOf(random.pick(known.manner.kinds), known)
  const { name, input } = wishes[kind](known)
  if (kind === "import" && known.manner.accounts > 0 && random.chance(0.8))
    return { name, input, actor: "anonymous", secret: "home" }
  const secret = random.chance(0.95) ? known.secrets.at(random.chance(0.8) ? -1 : 0) : undefined
  return { name, input: withoutAbsent(input), actor: known.name, ...(secret !== undefined && { secret }) }
}

export interface Wish {
  readonly name: string
  readonly input: Record<string, unknown>
}

// --- internal ---

/** What only the home does. */
function accountWish({ random, accounts, tokens }: Known): Wish {
  const isThere = accounts.length > 0 && random.chance(0.8)
  const account = random.pick(isThere ? accounts : agents)
  const role = random.pick(["read", "work", "work", "manage", "admin"])
  const id = `K-${Math.max(1, tokens - random.below(3))}`
  return random.pick<() => Wish>([
    () => ({ name: "token.create", input: { account } }),
    () => ({ name: "token.create", input: { account, expires: random.pick(["1m", "1h"]) } }),
    () => ({ name: "token.revoke", input: { id } }),
    () => ({ name: "token.revoke", input: { id } }),
    () => ({ name: "account.rotate", input: { name: account, overlap: "off" } }),
    () => ({ name: "account.edit", input: { name: account, role } }),
    () => ({ name: "account.delete", input: { name: account } }),
    () => ({ name: "access.lift", input: {} }),
  ])()
}

/** A task: often a new one, since old ones tend to be done. */
const some = ({ random, tasks, manner: { focus } }: Known): string => {
  const often = focus < 12 ? 0.9 : 0.7
  const newest = tasks - random.below(Math.min(tasks, focus))
  return `T-${Math.max(1, random.chance(often) ? newest : 1 + random.below(tasks + 1))}`
}

const isInReview = ({ status }: Seen) => status === "review"

/** What the client believes to hold. */
const liveGrip = ({ seen, grips, name }: Known): Grip | undefined =>
  grips.findLast(({ task }) => {
    const { status, assignee } = seen.get(task) ?? {}
    return status === "doing" && assignee?.toLowerCase() === name.toLowerCase()
  })

const ofHolder: readonly Kind[] = ["heartbeat", "complete", "release", "verify", "check", "report"]

/** Who has nothing to go on with mostly begins something. */
function insteadOf(kind: Kind, known: Known): Kind {
  if (known.random.chance(0.3)) return kind
  if (ofHolder.includes(kind) && !liveGrip(known)) return "claimNext"
  if (kind === "review" && !pickSeen(known, isInReview)) return "complete"
  if ((kind === "land" || kind === "pull") && !pickSeen(known, waitsToLand)) return "report"
  return kind
}

/** A task that may wait for a review. */
const finished = (known: Known): string =>
  (known.random.chance(0.8) ? pickSeen(known, isInReview)?.id : undefined) ?? some(known)

/** Who acts on which task: often the holder with its token, sometimes with an old one, sometimes somebody by name. */
function holder(known: Known): Record<string, unknown> {
  const { random, grips, name } = known
  const live = random.chance(0.8) ? liveGrip(known) : undefined
  const grip = live ?? (grips.length > 0 ? random.pick(grips) : undefined)
  if (!grip || random.chance(0.1)) return { id: some(known), agent: name }
  const kind = random.below(4)
  if (kind === 0) return { id: grip.task, agent: name, session: grip.session }
  if (kind === 1) return { id: grip.task, leaseToken: grip.token }
  return { id: grip.task, agent: name, session: grip.session, leaseToken: grip.token }
}

const time = ({ random, now }: Known, most: number) =>
  new Date(epoch + now + random.below(most)).toISOString()

const asker = ({ random, name }: Known) => ({
  agent: random.chance(0.1) ? name.toUpperCase() : name,
  session: random.pick(sessions),
  ...(random.chance(0.1) && { project: random.pick(projects) }),
  ...(random.chance(0.1) && { tags: ["a"] }),
})

const lease = (random: Random) => random.pick([undefined, undefined, "30s", "5m", "off"])

/** Some of them begin alike. */
const ranks = ["Z", "a", "a0", "a01", "b"]

function fields(known: Known): Record<string, unknown> {
  const { random, mark, manner } = known
  const reference = () => (random.chance(0.15) ? some(known) : undefined)
  const blocker = random.chance(0.25) ? some(known) : undefined
  return {
    title: `task ${mark()}`,
    priority: random.pick(["P0", "P1", "P2", "P3"]),
    rank: random.chance(0.2) ? random.pick(ranks) : undefined,
    project: random.pick([undefined, ...projects]),
    tags: random.pick([undefined, [], ["a"], ["a", "b"]]),
    assignee: random.chance(0.2) ? random.pick(agents) : undefined,
    reviewer: random.chance(manner.reviewed) ? random.pick(reviewers) : undefined,
    done_criteria: random.chance(0.2) ? ["works", "fast"] : undefined,
    blockedBy: blocker && [blocker],
    parent: reference(),
    result: random.chance(0.15) ? "children" : undefined,
    notBefore: random.chance(0.15) ? time(known, 10 * minute) : undefined,
    dueAt: random.chance(0.1) ? time(known, 10 * minute) : undefined,
    eta: random.chance(0.2) ? "3m" : undefined,
    ...checksOf(random, manner.checked),
    ...needsOf(random, manner.needing),
  }
}

function editOf(known: Known): Record<string, unknown> {
  const { random, mark } = known
  return random.pick<() => Record<string, unknown>>([
    () => ({ status: random.pick(["todo", "doing", "blocked", "review", "done", "cancelled"]) }),
    () => ({ status: "todo" }),
    () => ({ status: "blocked", reason: mark() }),
    () => ({ assignee: random.pick([...agents, "unassigned"]) }),
    () => ({ priority: random.pick(["P0", "P1", "P2", "P3"]) }),
    () => ({ rank: random.pick([null, ...ranks]) }),
    () => ({ tags: random.pick([[], ["a"], ["a", "b"]]), project: random.pick(projects) }),
    () => ({ blockedBy: random.pick([[], [some(known)]]) }),
    () => ({ parent: random.pick([null, some(known)]) }),
    () => ({ reviewer: random.pick([null, "rea"]) }),
    () => ({ result: random.pick([null, "children"]) }),
    () => ({ notBefore: random.pick([null, time(known, 5 * minute)]) }),
    () => needsOf(random, 0.8),
  ])()
}

/** Who has claimed a task gives it back, or is done with it, by an edit. */
const moveOfOwn = ({ random, grips }: Known) =>
  grips.length > 0 && random.chance(0.2)
    ? { id: random.pick(grips.slice(-3)).task, status: random.pick(["todo", "done"]) }
    : undefined

/** A comment, often by who holds the task. */
function asAuthor(known: Known, more: object = {}): Record<string, unknown> {
  const { agent, ...rest } = known.random.chance(0.5) ? holder(known) : { id: some(known), agent: undefined }
  return { ...rest, author: agent, content: known.mark(), ...more }
}

const askOf = ({ random }: Known) => ({
  to: random.pick([undefined, "rea", ...agents]),
  choices: random.pick([[], ["yes", "no"]]),
})

/** A task that nobody may be at work on, and who wants it. */
const freeTask = (known: Known, likely: number) => ({
  id:
    (known.random.chance(likely) ? pickSeen(known, ({ status }) => status === "todo")?.id : undefined) ??
    some(known),
  agent: known.name,
  session: known.random.pick(sessions),
})

const wishes: Record<Kind, (known: Known) => Wish> = {
  ...resourceWishes,
  ...workWishes(holder, some),
  ...fileWishes(some),
  import: importWish,
  create: (known) => ({ name: "task.create", input: fields(known) }),
  createMany: (known) => ({
    name: "task.createMany",
    input: { tasks: Array.from({ length: 1 + known.random.below(4) }, () => withoutAbsent(fields(known))) },
  }),
  claimNext: (known) => ({
    name: "task.claimNext",
    input: {
      ...asker(known),
      lease: lease(known.random),
      takeOver: known.random.chance(0.1),
      finishedBy: known.random.chance(0.2) ? "worker" : undefined,
      wait: known.random.chance(0.4) ? known.random.pick(["5s", "30s", "60s"]) : undefined,
    },
  }),
  claim: (known) => ({
    name: "task.claim",
    input: {
      ...freeTask(known, 0.6),
      lease: lease(known.random),
      takeOver: known.random.chance(0.2),
    },
  }),
  heartbeat: (known) => ({
    name: "task.heartbeat",
    input: {
      ...holder(known),
      usage: someUsage(known),
      heard: known.random.chance(0.5) ? known.comments.at(-1 - known.random.below(3)) : undefined,
    },
  }),
  ask: (known) => ({ name: "task.comment", input: asAuthor(known, { ask: askOf(known) }) }),
  answer(known) {
    const asked = known.random.chance(0.9)
      ? pickSeen(known, ({ question }) => question !== undefined)
      : undefined
    const answers = asked?.question?.id ?? known.comments.at(-1)
    return {
      name: "task.comment",
      input: { id: asked?.id ?? some(known), author: known.name, content: known.mark(), answers },
    }
  },
  park(known) {
    const asked = pickSeen(known, ({ question, status }) => question !== undefined && status === "doing")
    const held = asked && known.grips.findLast(({ task }) => task === asked.id)
    return {
      name: "task.release",
      input: held
        ? { id: held.task, leaseToken: held.token, agent: undefined, waitsFor: asked.question?.id }
        : { ...holder(known), waitsFor: known.comments.at(-1) },
    }
  },
  complete: (known) => ({
    name: "task.complete",
    input: {
      ...{ ...holder(known), summary: known.mark(), reflection: "It went well." },
      usage: someUsage(known),
      ...endOf(known),
    },
  }),
  finish: (known) => ({
    name: "task.complete",
    input: {
      ...freeTask(known, 0.8),
      claim: true,
      reflection: "It was quick.",
    },
  }),
  release: (known) => ({
    name: "task.release",
    input: {
      ...{ ...holder(known), reason: known.mark() },
      usage: someUsage(known),
      ...(known.random.chance(0.4) ? { limit: limitOf(known) } : { failed: known.random.chance(0.6) }),
    },
  }),
  comment: (known) => ({ name: "task.comment", input: asAuthor(known) }),
  commentOnLine: (known) => ({
    name: "task.comment",
    input: {
      id: finished(known),
      author: known.random.pick([...reviewers, known.name]),
      content: known.mark(),
      place: placeWish(known),
    },
  }),
  verify: (known) => ({
    name: "check.report",
    input: { ...holder(known), ...resultOf(known.random, known.mark()) },
  }),
  check: (known) => ({
    name: "task.check",
    input: {
      ...holder(known),
      criterion: 1 + known.random.below(2),
      checked: known.random.chance(0.8),
      evidence: known.mark(),
    },
  }),
  reflect: (known) => ({ name: "task.reflect", input: { ...holder(known), content: known.mark() } }),
  review: (known) => ({
    name: "task.review",
    input: {
      id: finished(known),
      reviewer: known.random.pick(["rea", ...reviewers, known.name]),
      decision: known.random.pick(["approve", "request_changes"]),
      comment: known.random.chance(0.8) ? known.mark() : undefined,
    },
  }),
  edit: (known) => ({
    name: "task.edit",
    input: {
      ...(moveOfOwn(known) ?? { id: some(known), ...withoutAbsent(editOf(known)) }),
      ...(known.random.chance(0.5) && { description: known.mark() }),
    },
  }),
  editMany: (known) => ({
    name: "task.editMany",
    input: {
      ids: Array.from({ length: 1 + known.random.below(5) }, () => some(known)),
      changes: { ...withoutAbsent(editOf(known)), description: known.mark() },
    },
  }),
  remove: (known) => ({ name: "task.delete", input: { id: some(known) } }),
  restore: (known) => ({
    name: "task.restore",
    input: { id: pickSeen(known, ({ status }) => status === "deleted")?.id ?? some(known) },
  }),
  undo: (known) => ({
    name: "command.undo",
    input: { last: 1 + known.random.below(3), task: known.random.chance(0.3) ? some(known) : undefined },
  }),
  redo: () => ({ name: "command.redo", input: {} }),
  retry: (known) => ({ name: "task.retry", input: { id: some(known) } }),
  pause: (known) =>
    known.random.chance(0.7)
      ? {
          name: "agent.pause",
          input: {
            name: known.random.pick(rungs),
            for: known.random.pick(["20s", "5m", "3d", undefined]),
            reason: known.mark(),
          },
        }
      : { name: "team.pause", input: { for: known.random.pick(["20s", "2m"]), reason: known.mark() } },
  resume: (known) =>
    known.random.chance(0.7)
      ? { name: "agent.resume", input: { name: known.random.pick(rungs) } }
      : { name: "team.resume", input: {} },
  takeOff: ({ random }) => ({ name: "agent.delete", input: { name: random.pick([...rungs, "mira"]) } }),
  inbox: (known) => ({
    name: "inbox.ack",
    input: { name: known.name, seq: 1 + known.random.below(known.lastSeq + 1) },
  }),
  next: (known) => ({ name: "task.next", input: asker(known) }),
  read(known) {
    const id = some(known)
    return collect(known) ?? { name: "task.read", input: { id } }
  },
  list: () => ({ name: "task.list", input: { limit: "500" } }),
  past: (known) => ({
    name: "task.list",
    input: { limit: "500", at: String(1 + known.random.below(known.lastSeq + 1)) },
  }),
}

function withoutAbsent(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}
