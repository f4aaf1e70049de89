import { valueOf } from "../../src/domain/board/tasks/task-fields.ts"
import { expect } from "vitest"
import type { Board } from "../../src/domain/board/board.ts"
import { stateFields } from "../../src/domain/board/undo/done-commands.ts"
import type { Random } from "../support/random.ts"
import type { Asker } from "../support/service.ts"
import { minute, type Caller, type Card, type Wish } from "./cards.ts"
import { whoIs } from "./leases.ts"
import { createNeedCommands, someEscalation, someLimit, someNeeds } from "./need-commands.ts"
import { createLandCommands } from "./land-commands.ts"
import { id, type Claimed, type Run } from "./run.ts"

export const agents = ["ann", "Bob", "eve"]
/** Whoever may have done something that can be taken back. */
const owners = ["ann", "Bob", "eve", "rea", "pat", "anonymous"]
export const sessions = ["s1", "s2", "terminal:1", "terminal:2"]
const priorities = ["P0", "P1", "P2", "P3"]
const lengths: [text: string | undefined, ms: number | null | undefined][] = [
  [undefined, undefined],
  ["10s", 10_000],
  ["7m", 7 * minute],
  ["off", null],
]

type Sent = Parameters<Run["model"]["patch"]>[2]

/** A name in one of its spellings, which are all the same agent. */
export const inSomeSpelling = (random: Random, name: string) =>
  random.pick([name, name.toUpperCase(), name.toLowerCase()])

const stateOf = (board: Board) =>
  new Map(
    [...board.tasks.values()].map((task) => [
      task.n,
      Object.fromEntries(stateFields.map((field) => [field, valueOf(task, field)])),
    ]),
  )

/** Random commands, by name. Each goes to the service and to the model, and is described in a line. */
export function createCommands(run: Run): Record<string, () => Promise<string>> {
  const { service, random, model, tokens, tally, look, attempt, granted, expectStuck } = run
  let remarks = 0
  const maybe = <T>(value: T, of = 0.5) => (random.chance(of) ? value : undefined)
  const spelled = (name: string) => inSomeSpelling(random, name)
  const anyTask = () => run.aimed ?? Math.max(1, run.count - random.below(Math.min(run.count + 1, 30)))
  const childrenOf = (n: number) => model.cards().filter(({ parent }) => parent === n)

  /** A random caller: by name and session, by a present or an old token, by both, or by none of these. */
  function caller(n: number): Caller {
    const issued = tokens.get(n) ?? []
    const good = model.find(n)?.token
    const lease = model.find(n)?.held ?? model.find(n)?.late
    const stranger = spelled(random.pick(agents))
    const kind = random.below(10)
    if (kind < 3 && good && lease) return { actor: maybe(spelled(lease.agent)) ?? null, token: good }
    if (kind < 5 && issued.length > 0) return { actor: maybe(stranger) ?? null, token: random.pick(issued) }
    if (kind < 8 && lease) return { actor: spelled(lease.agent), session: lease.session ?? maybe("s1") }
    return { actor: stranger, session: maybe(random.pick(sessions)) }
  }

  /** Runs a command, with the actor in the field or in the header. */
  function asked({ actor, session, token }: Caller, field?: string): [input: object, asker: Asker] {
    const proof = {
      ...(session !== undefined && { session }),
      ...(token !== undefined && { leaseToken: token }),
    }
    if (actor === null) return [proof, {}]
    return field === undefined ? [proof, { actor }] : [{ ...proof, [field]: actor }, {}]
  }
  const actorOf = (n: number, who: Caller) => {
    const card = model.find(n)
    return card ? whoIs(card, who) : who.actor
  }
  const somebody = () => ({ actor: spelled(random.pick([...agents, "pat"])) })
  /** One of the last commands that can be taken back. */
  const someDeed = () =>
    random.pick([...model.undoable(), { owner: random.pick(owners), cards: [] as number[] }])

  const edit = (n: number, sent: Sent, actor: string) =>
    attempt(
      "task.edit",
      { id: id(n), ...sent, ...(sent.blockedBy && { blockedBy: sent.blockedBy.map(id) }) },
      { actor },
      () => model.keep(actor, () => model.patch(n, { actor }, sent)),
    )
  async function takenBack(n: number, what: string): Promise<string> {
    const told = await attempt("command.undo", { task: id(n) }, { actor: "pat" }, () =>
      model.undo("pat", 1, n),
    )
    tally(`${what}: ${told.split(": ").at(-1)}`)
    return told
  }

  function wish(): Wish {
    return {
      agent: spelled(random.pick(agents)),
      session: maybe(random.pick(sessions)),
      project: maybe("docs", 0.1),
      tags: maybe(["x"], 0.1),
    }
  }
  function verb(name: string, field: string, input: object, expected: (n: number, who: Caller) => string) {
    const busy = model.cards().filter((card) => card.held ?? card.late)
    const n = run.aimed ?? (busy.length > 0 && random.chance(0.7) ? random.pick(busy).n : anyTask())
    const who = caller(n)
    const [proof, asker] = asked(who, field)
    return attempt(name, { id: id(n), ...input, ...proof }, asker, () => expected(n, who))
  }

  return {
    ...createNeedCommands(run, () => spelled(random.pick(agents))),
    ...createLandCommands(run, verb),
    create() {
      const n = run.count + 1
      const status = random.pick(["todo", "todo", "todo", "todo", "doing", "blocked"])
      const assignee = status === "doing" ? random.pick(agents) : (maybe(random.pick(agents), 0.3) ?? null)
      const unlanded = model.cards().filter(({ work }) => work?.toLand === true && !work.landed)
      const some = unlanded.length > 0 && random.chance(0.5) ? unlanded : model.cards()
      const blockers = some.length > 0 && random.chance(0.3) ? [random.pick(some).n] : []
      const parent = model.cards().length > 0 && random.chance(0.15) ? random.pick(model.cards()).n : null
      const fields: Partial<Card> = {
        ...{
          status,
          assignee,
          blockedBy: blockers,
          parent,
          reviewer: maybe(random.pick(["rea", "ann"]), 0.4) ?? null,
        },
        ...{ priority: random.below(4), project: random.pick(["default", "default", "docs"]) },
        ...{ tags: random.chance(0.3) ? ["x"] : [], eta: random.pick([0, 0, 60 * minute]) },
        criteria: random.chance(0.4) ? ["Tests pass", "Docs"] : [],
        isStrict: random.chance(0.7),
        notBefore: random.chance(0.1) ? service.now() + random.below(2 * minute) : 0,
        ...someNeeds(random, 0.4),
        ...(random.chance(0.4) && { escalation: someEscalation(random) }),
        dueAt: random.chance(0.2) ? service.now() + random.below(180 * minute) - 60 * minute : null,
      }
      const input = {
        ...{
          title: `task ${n}`,
          status,
          assignee,
          reviewer: fields.reviewer,
          project: fields.project,
          tags: fields.tags,
          resources: fields.resources ?? null,
          skills: fields.skills ?? null,
          escalation: fields.escalation ?? null,
        },
        ...{
          priority: priorities[fields.priority ?? 2],
          blockedBy: blockers.map(id),
          parent: parent === null ? null : id(parent),
          eta: fields.eta ? "1h" : null,
        },
        done_criteria: fields.criteria,
        metadata: fields.isStrict ? { criteria_required: true } : {},
        notBefore: fields.notBefore ? new Date(fields.notBefore).toISOString() : null,
        dueAt: fields.dueAt == null ? null : new Date(fields.dueAt).toISOString(),
      }
      const asker = somebody()
      return attempt("task.create", input, asker, () => {
        const { actor } = asker
        const verdict = model.keep(actor, () => model.create(fields, actor))
        if (verdict === "ok") run.count++
        return verdict
      })
    },
    async claimNext() {
      const [lease, ms] = random.pick(lengths)
      const [who, takeOver] = [wish(), random.chance(0.1)]
      const input = { ...who, takeOver, lease }
      /** Compares an answer with the model's, and makes its claim in the model. */
      const check = (answer: Claimed): string => {
        const doubt = model.claimedBefore(model.toClaim(who, takeOver), takeOver)
        expect(answer.claimedBefore, `claimed before by ${JSON.stringify(who)}`).toBe(doubt)
        if (doubt !== undefined) tally("claimed before")
        const expected = model.claimNext(who, takeOver, ms)
        expect(answer.task?.id ?? null, `claim by ${JSON.stringify(who)}`).toBe(
          expected ? id(expected.n) : null,
        )
        const told = model.told(who, expected)
        expect(answer.held?.task ?? null, `told to ${JSON.stringify(who)}`).toBe(told ? id(told.n) : null)
        if (told) tally("told what is held")
        if (told) expect(answer.held?.silent).toBe(model.isSilent(told))
        if (told && model.isSilent(told)) tally("told of a silent session")
        const paused = model.pausedUntil(who.agent)
        const until = paused === Infinity ? null : paused && new Date(paused).toISOString()
        expect(answer.paused?.until, `${who.agent} is paused`).toBe(until)
        expectStuck(answer.task, "a claim of the next")
        granted(answer)
        return `claimNext ${JSON.stringify(who)}: ${answer.task?.id}`
      }
      if (run.gathered) {
        run.gathered.push({
          ...{ name: "task.claimNext", input, asker: {} },
          check(outcome, answer) {
            expect(outcome).toBe("ok")
            check(answer as Claimed)
            return outcome
          },
        })
        return ""
      }
      look()
      return check((await service.run("task.claimNext", input)) as Claimed)
    },
    claim() {
      const open = model.cards().filter(({ status }) => status === "todo")
      const n = run.aimed ?? (open.length > 0 && random.chance(0.5) ? random.pick(open).n : anyTask())
      const [lease, ms] = random.pick(lengths)
      const [{ agent, session }, takeOver] = [wish(), random.chance(0.2)]
      const input = { id: id(n), agent, session, takeOver, lease }
      return attempt("task.claim", input, {}, () => model.claim(n, { agent, session }, takeOver, ms))
    },
    heartbeat: () => verb("task.heartbeat", "agent", {}, (n, who) => model.heartbeat(n, who)),
    comment() {
      const content = `hm ${++remarks}`
      return verb("task.comment", "author", { content }, (n, who) => model.comment(n, who, content))
    },
    check() {
      const [criterion, checked] = [random.pick(["tests PASS", "docs", "none"]), random.chance(0.8)]
      return verb("task.check", "agent", { criterion, checked }, (n, who) =>
        model.keep(actorOf(n, who), () => model.check(n, who, criterion, checked)),
      )
    },
    release() {
      const failed = random.chance(0.5)
      const reason = maybe(`why ${++remarks}`) ?? null
      const limit = random.chance(failed ? 0.05 : 0.7) ? someLimit(random, service.now()) : undefined
      const until = limit?.until === undefined ? undefined : new Date(limit.until).toISOString()
      const input = { failed, reason, ...(limit && { limit: { ...limit, ...(until && { until }) } }) }
      return verb("task.release", "agent", input, (n, who) => {
        const verdict = model.release(n, who, failed, reason, limit)
        if (limit && verdict === "ok") tally("a limit")
        return verdict
      })
    },
    retry() {
      const resting = model.cards().filter((card) => card.restsUntil > 0)
      const n = resting.length > 0 && random.chance(0.7) ? random.pick(resting).n : anyTask()
      return attempt("task.retry", { id: id(n) }, {}, () => model.retry(n))
    },
    complete() {
      const names = random.pick([
        [],
        [],
        [],
        ["docs"],
        ["docs", "tests PASS"],
        ["docs", "tests PASS"],
        ["none"],
      ])
      const criteria = names.map((criterion) => ({ criterion }))
      return verb("task.complete", "agent", { criteria }, (n, who) => {
        const isLate = model.find(n)?.late != null
        const verdict = model.complete(n, who, names)
        if (isLate && verdict === "ok") tally("late finish")
        return verdict
      })
    },
    sayAgain() {
      const cards = model.cards().filter(({ said }) => said?.agent != null)
      if (cards.length === 0) return Promise.resolve("nobody said anything yet")
      const card = random.pick(cards)
      const { how, agent } = card.said ?? { how: "", agent: "" }
      const isDone = how === "completed"
      const name = isDone ? "task.complete" : "task.release"
      tally("said twice")
      const who = { actor: agent }
      return attempt(name, { id: id(card.n), agent: spelled(agent ?? "") }, {}, () =>
        isDone ? model.complete(card.n, who, []) : model.release(card.n, who, false, null),
      )
    },
    everyToken() {
      const n = anyTask()
      return (tokens.get(n) ?? []).slice(-4).reduce<Promise<string>>(async (before, leaseToken) => {
        await before
        return attempt("task.heartbeat", { id: id(n), leaseToken }, {}, () =>
          model.heartbeat(n, { actor: null, token: leaseToken }),
        )
      }, Promise.resolve("no token was given yet"))
    },
    review() {
      const reviewable = model.cards().filter(({ status }) => status === "review")
      const n =
        run.aimed ?? (reviewable.length > 0 && random.chance(0.8) ? random.pick(reviewable).n : anyTask())
      const self = maybe(model.find(n)?.doneBy, 0.4)
      const [reviewer, isGood] = [self ?? random.pick(["rea", "ANN", "bob"]), random.chance(0.4)]
      const decision = isGood ? "approve" : "request_changes"
      const comment = maybe(`look at ${++remarks}`)
      return attempt("task.review", { id: id(n), reviewer, decision, comment }, {}, () =>
        model.keep(reviewer, () => model.review(n, reviewer, isGood, comment ?? null)),
      )
    },
    patch() {
      const n = anyTask()
      const who = random.chance(0.5) ? { actor: random.chance(0.5) ? "pat" : null } : caller(n)
      const assignee = random.chance(0.3) ? random.pick([...agents, null]) : undefined
      const others = model.cards().map((card) => card.n)
      // Often what the task waits for, since that would close a circle.
      const aheadOf = (of: number) => {
        const waited = [...(model.find(of)?.blockedBy ?? []), ...childrenOf(of).map((card) => card.n)]
        return Array.from({ length: 10 }, () => waited).flat()
      }
      const sent = {
        ...(random.chance(0.6) && {
          status: random.pick(["todo", "doing", "blocked", "review", "done", "cancelled"]),
        }),
        ...(assignee !== undefined && { assignee }),
        ...(random.chance(0.2) && { priority: random.below(4) }),
        ...(random.chance(0.1) && { tags: random.pick([[], ["x"]]) }),
        ...someNeeds(random, 0.15),
        ...(random.chance(0.1) && { escalation: random.chance(0.3) ? [] : someEscalation(random) }),
        ...(random.chance(0.2) && {
          blockedBy: random.chance(0.5) || others.length === 0 ? [] : [random.pick([...others, 99_999])],
        }),
        ...(random.chance(0.1) && { parent: random.pick([null, ...others, 99_999, ...aheadOf(n)]) }),
      }
      const [proof, asker] = asked(who)
      const input = {
        ...{ id: id(n), ...proof, ...sent },
        ...(sent.priority !== undefined && { priority: priorities[sent.priority] }),
        ...(sent.blockedBy && { blockedBy: sent.blockedBy.map(id) }),
        ...(sent.parent != null && { parent: id(sent.parent) }),
      }
      return attempt("task.edit", input, asker, () => {
        const { status } = model.find(n) ?? {}
        const edit = () => model.patch(n, who, sent)
        const isHandedIn = status === "doing" && (sent.status === "done" || sent.status === "review")
        return isHandedIn ? edit() : model.keep(actorOf(n, who), edit)
      })
    },
    remove() {
      const n = model.cards().length > 30 ? random.pick(model.cards()).n : anyTask()
      const asker = somebody()
      return attempt("task.delete", { id: id(n) }, asker, () =>
        model.keep(asker.actor, () => model.remove(n, asker.actor)),
      )
    },
    async restore() {
      const trash = model.trash()
      const n = trash.length > 0 && random.chance(0.9) ? random.pick(trash).card.n : anyTask()
      const asker = somebody()
      const told = await attempt("task.restore", { id: id(n) }, asker, () =>
        model.keep(asker.actor, () => model.restore(n)),
      )
      if (told.endsWith(": ok")) tally("restored")
      return told
    },
    async undo() {
      const { owner, cards } = someDeed()
      const last = random.pick([1, 1, 1, 2, 3])
      const n = random.chance(0.3) ? (cards[0] ?? anyTask()) : undefined
      const input = { last, ...(n !== undefined && { task: id(n) }) }
      const actor = spelled(owner)
      const told = await attempt("command.undo", input, { actor }, () => model.undo(owner, last, n))
      if (told.endsWith(": ok")) tally("undone")
      return told
    },
    async redo() {
      const actor = random.pick([...owners, someDeed().owner])
      const told = await attempt("command.redo", {}, { actor: spelled(actor) }, () => model.redo(actor))
      if (told.endsWith(": ok")) tally("done again")
      return told
    },
    /** What somebody has gone on from is opened again. */
    async openAgain() {
      const open = model.cards().filter(({ status }) => status === "todo")
      if (open.length === 0) return "nothing is to do"
      const [waiting, first] = [random.pick(open).n, random.pick(open).n]
      const claim = { id: id(waiting), agent: "ann", takeOver: true }
      const told = [
        await edit(waiting, { blockedBy: [first] }, "eve"),
        await edit(first, { status: "cancelled" }, "pat"),
        random.chance(0.7)
          ? await attempt("task.claim", claim, {}, () =>
              model.claim(waiting, { agent: "ann" }, true, undefined),
            )
          : "",
        await takenBack(first, "opened again"),
      ]
      return told.join("; ")
    },
    /** Work that was stopped, and often handed over since, goes on. */
    async goOn() {
      const held = model.cards().filter((card) => card.held?.offered === false)
      if (held.length === 0) return "nobody is at work"
      const { n } = random.pick(held)
      const told = [
        await edit(n, { status: random.pick(["blocked", "todo"]) }, "pat"),
        random.chance(0.7) ? await edit(n, { assignee: random.pick([...agents, null]) }, "eve") : "",
        await takenBack(n, "gone on with"),
      ]
      return told.join("; ")
    },
    /** The board is as before, but for work in progress that was deleted, and for leases. */
    async undoAndRedo() {
      const { owner } = someDeed()
      const last = random.pick([1, 2])
      // What is overdue would be settled by the undo.
      look()
      await service.engine.tick()
      const before = stateOf(service.board)
      const asker = { actor: spelled(owner) }
      const told = await attempt("command.undo", { last }, asker, () => model.undo(owner, last))
      if (!told.endsWith(": ok")) return told
      const gone = [...before.keys()].filter((n) => !service.board.tasks.has(n))
      const again = await attempt("command.redo", {}, asker, () => model.redo(owner))
      if (!again.endsWith(": ok")) return `${told}; ${again}`
      tally("undone and done again")
      const after = stateOf(service.board)
      for (const n of gone) if (before.get(n)?.status === "doing") before.delete(n)
      for (const [n, state] of before) expect(after.get(n), `T-${n} after a redo of its undo`).toEqual(state)
      return `${told}; ${again}`
    },
  }
}
