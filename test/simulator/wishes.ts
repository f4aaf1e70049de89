import type { Random } from "../support/random.ts"
import type { Request } from "./call.ts"
import { agents, rungs } from "./agents.ts"
import { checksOf, resultOf, treeOf } from "./check-wishes.ts"
import { placeWish } from "./line-wishes.ts"
import { workWishes } from "./work-wishes.ts"
import { limitOf, needsOf, resourceWishes } from "./resource-wishes.ts"
import { epoch, minute } from "./time.ts"

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
  readonly now: number
  readonly lastSeq: number
  /** The home makes accounts and tokens, and takes them back. */
  readonly hasAccounts: boolean
  readonly secrets: readonly string[]
  /** A word that no other request holds, by which it is found again in the log. */
  mark(): string
}

const reviewers = ["rea", "ann"] as const
const projects = ["web", "api"] as const
const sessions = [undefined, "s1", "s2"] as const
const weights = {
  create: 9,
  createMany: 1,
  claimNext: 14,
  claim: 7,
  heartbeat: 5,
  complete: 11,
  release: 4,
  comment: 3,
  commentOnLine: 3,
  check: 2,
  verify: 10,
  reflect: 2,
  review: 6,
  edit: 9,
  editMany: 3,
  remove: 2,
  restore: 2,
  undo: 3,
  redo: 1,
  retry: 2,
  pause: 1,
  resume: 3,
  takeOff: 1,
  inbox: 1,
  next: 4,
  read: 3,
  list: 3,
  past: 1,
  describe: 2,
  setResource: 2,
  closeResource: 1,
  openResource: 2,
  report: 7,
  land: 5,
} as const
const bag = Object.entries(weights).flatMap(([name, weight]) =>
  Array<keyof typeof weights>(weight).fill(name as never),
)

/** A request that somebody might send. It may be refused. */
export function wishOf(known: Known): Request {
  const { random, tasks } = known
  if (known.hasAccounts && random.chance(0.06))
    return { ...accountWish(known), actor: "anonymous", secret: "home" }
  const kind = tasks === 0 ? "create" : random.pick(bag)
  const { name, input } = wishes[kind](known)
  const secret = random.chance(0.95) ? known.secrets.at(random.chance(0.8) ? -1 : 0) : undefined
  return { name, input: withoutAbsent(input), actor: known.name, ...(secret !== undefined && { secret }) }
}

export interface Wish {
  readonly name: string
  readonly input: Record<string, unknown>
}

// --- internal ---

/** What only the home does. */
function accountWish({ random }: Known): Wish {
  const account = random.pick(agents)
  const role = random.pick(["read", "work", "work", "manage", "admin"])
  const id = `K-${1 + random.below(3)}`
  return random.pick<() => Wish>([
    () => ({ name: "token.create", input: { account } }),
    () => ({ name: "token.create", input: { account, expires: random.pick(["1m", "1h"]) } }),
    () => ({ name: "token.revoke", input: { id } }),
    () => ({ name: "account.rotate", input: { name: account } }),
    () => ({ name: "account.edit", input: { name: account, role } }),
    () => ({ name: "account.delete", input: { name: account } }),
    () => ({ name: "access.lift", input: {} }),
  ])()
}

/** A task: often a new one, since old ones tend to be done. */
const some = ({ random, tasks }: Known): string =>
  `T-${Math.max(1, random.chance(0.7) ? tasks - random.below(Math.min(tasks, 12)) : 1 + random.below(tasks + 1))}`

/** A task that may wait for a review: often the one that the client had last. */
const finished = (known: Known): string =>
  (known.random.chance(0.7) ? known.grips.at(-1)?.task : undefined) ?? some(known)

/** Who acts on which task: often the holder with its token, sometimes with an old one, sometimes somebody by name. */
function holder(known: Known): Record<string, unknown> {
  const { random, grips, name } = known
  const grip = random.chance(0.7) ? grips.at(-1) : grips.length > 0 ? random.pick(grips) : undefined
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

function fields(known: Known): Record<string, unknown> {
  const { random, mark } = known
  const reference = () => (random.chance(0.15) ? some(known) : undefined)
  const blocker = reference()
  return {
    title: `task ${mark()}`,
    priority: random.pick(["P0", "P1", "P2", "P3"]),
    project: random.pick([undefined, ...projects]),
    tags: random.pick([undefined, [], ["a"], ["a", "b"]]),
    assignee: random.chance(0.2) ? random.pick(agents) : undefined,
    reviewer: random.chance(0.3) ? random.pick(reviewers) : undefined,
    done_criteria: random.chance(0.2) ? ["works", "fast"] : undefined,
    blockedBy: blocker && [blocker],
    parent: reference(),
    notBefore: random.chance(0.15) ? time(known, 10 * minute) : undefined,
    dueAt: random.chance(0.1) ? time(known, 10 * minute) : undefined,
    eta: random.chance(0.2) ? "3m" : undefined,
    ...checksOf(random),
    ...needsOf(random, 0.4),
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
    () => ({ tags: random.pick([[], ["a"], ["a", "b"]]), project: random.pick(projects) }),
    () => ({ blockedBy: random.pick([[], [some(known)]]) }),
    () => ({ parent: random.pick([null, some(known)]) }),
    () => ({ reviewer: random.pick([null, "rea"]) }),
    () => ({ notBefore: random.pick([null, time(known, 5 * minute)]) }),
    () => needsOf(random, 0.8),
  ])()
}

const wishes: Record<keyof typeof weights, (known: Known) => Wish> = {
  ...resourceWishes,
  ...workWishes(holder, some),
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
      wait: known.random.chance(0.4) ? known.random.pick(["5s", "30s", "60s"]) : undefined,
    },
  }),
  claim: (known) => ({
    name: "task.claim",
    input: {
      id: some(known),
      agent: known.name,
      session: known.random.pick(sessions),
      lease: lease(known.random),
      takeOver: known.random.chance(0.2),
    },
  }),
  heartbeat: (known) => ({ name: "task.heartbeat", input: holder(known) }),
  complete: (known) => ({
    name: "task.complete",
    input: {
      ...{ ...holder(known), summary: known.mark(), reflection: "It went well." },
      tree: known.random.chance(0.5) ? treeOf(known.random) : undefined,
    },
  }),
  release: (known) => ({
    name: "task.release",
    input: {
      ...{ ...holder(known), reason: known.mark() },
      ...(known.random.chance(0.4) ? { limit: limitOf(known) } : { failed: known.random.chance(0.6) }),
    },
  }),
  comment(known) {
    const { agent, ...rest } = known.random.chance(0.5)
      ? holder(known)
      : { id: some(known), agent: undefined }
    return { name: "task.comment", input: { ...rest, author: agent, content: known.mark() } }
  },
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
      reviewer: known.random.pick([...reviewers, known.name]),
      decision: known.random.pick(["approve", "request_changes"]),
      comment: known.random.chance(0.8) ? known.mark() : undefined,
    },
  }),
  edit: (known) => ({
    name: "task.edit",
    input: {
      id: some(known),
      ...withoutAbsent(editOf(known)),
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
  restore: (known) => ({ name: "task.restore", input: { id: some(known) } }),
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
  read: (known) => ({ name: "task.read", input: { id: some(known) } }),
  list: () => ({ name: "task.list", input: { limit: "500" } }),
  past: (known) => ({
    name: "task.list",
    input: { limit: "500", at: String(1 + known.random.below(known.lastSeq + 1)) },
  }),
}

function withoutAbsent(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}
