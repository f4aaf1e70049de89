import { expect } from "vitest"
import type { Card } from "./cards.ts"
import { agents, inSomeSpelling, sessions } from "./commands.ts"
import { places } from "./need-commands.ts"
import { isUnder } from "./room.ts"
import { id, lower, type Run } from "./run.ts"

/** Compares every task, and the next task of every agent, with the model. @param epochs the last of each task */
export async function compare(run: Run, epochs: Map<number, number>): Promise<void> {
  run.look()
  await compareTasks(run)
  compareTeam(run)
  await compareNext(run)
  await compareExplanation(run)
  await compareResources(run)
  await compareHandoffs(run)
  for (const { n, epoch } of run.service.board.tasks.values()) {
    expect(epoch, `the epoch of T-${n}`).toBeGreaterThanOrEqual(epochs.get(n) ?? 0)
    epochs.set(n, epoch)
  }
}

// --- internal ---

async function compareTasks({ service, model }: Run): Promise<void> {
  const tasks: Record<string, unknown>[] = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: { tasks: Record<string, unknown>[]; next: string | null } = await service.run("task.list", {
      ...{ limit: "500", compact: "1", ...(cursor !== "" && { cursor }) },
    })
    tasks.push(...page.tasks)
    cursor = page.next
  }
  const seen = tasks.map((task) => {
    const { id, status, assignee, attempts, expiries, ready, stuck, silentAt, lease, criteriaMet, children } =
      task
    const holding = lease as { holder: string; expiresAt: string | null } | null
    const until = holding && (holding.expiresAt === null ? null : Date.parse(holding.expiresAt))
    const by = lower(holding?.holder)
    const counts = [criteriaMet, JSON.stringify(children), JSON.stringify(stuck), silentAt]
    return [id, status, lower(assignee), attempts, expiries, ready, by, until, ...counts].join(" ")
  })
  const details = new Map(tasks.map((task) => [task["id"], task["stuckDetail"]]))
  const expected = model.cards().map((card) => {
    const { held } = card
    const whose = lower(card.assignee ?? "unassigned")
    const parts = model
      .cards()
      .filter(({ parent }) => parent === card.n)
      .filter(({ status }) => status !== "cancelled")
    const done = parts.filter(({ status }) => status === "done").length
    return [
      id(card.n),
      card.status,
      whose,
      card.attempts,
      card.expiries,
      model.isReady(card),
      lower(held?.agent),
      held?.until,
      new Set(card.met).size,
      JSON.stringify(parts.length === 0 ? null : { total: parts.length, done }),
      JSON.stringify(model.stuck(card, details.get(id(card.n)))),
      model.silentAt(card),
    ].join(" ")
  })
  expect(seen).toEqual(expected)
  compareRecords(service, model.cards())
}

/** What is put back by an undo, and shown in no list. */
function compareRecords({ board }: Run["service"], cards: readonly Card[]): void {
  const seen = [...board.tasks.values()].sort((a, b) => a.n - b.n)
  const row = (...values: unknown[]) => JSON.stringify(values).toLowerCase()
  expect(
    seen.map((task) => [
      row("n", task.n, "started", task.startedAt, "finished", task.finishedAt, "asked", task.askedBy),
      row("before", task.assigneeBefore, "done by", task.doneBy, "changes", task.changesRequested !== null),
      row(
        "rests",
        task.backoffUntil ?? 0,
        "ends",
        task.attempts,
        task.expiries,
        task.fields.priority,
        task.fields.tags,
      ),
      row("waits", task.fields.blockedBy, "part of", task.fields.parent),
      row("needs", task.fields.resources, task.fields.skills, task.fields.escalation),
      row("rests for", task.restsFor?.agent, task.restsFor?.until),
      row(task.checks.map(({ criterion, by, at }) => [criterion, `${by} ${at}`])),
    ]),
  ).toEqual(
    cards.map((card) => [
      row("n", card.n, "started", card.startedAt, "finished", card.finishedAt, "asked", card.askedBy),
      row("before", card.before, "done by", card.doneBy, "changes", card.asked !== null),
      row("rests", card.restsUntil, "ends", card.attempts, card.expiries, `P${card.priority}`, card.tags),
      row("waits", card.blockedBy.map(id), "part of", card.parent === null ? null : id(card.parent)),
      row("needs", card.resources, card.skills, card.escalation),
      row("rests for", card.restsFor?.agent, card.restsFor?.until),
      row(card.met.map((name) => [name, card.stamps[name]])),
    ]),
  )
}

/** Who is known, with what was said of them. */
function compareTeam({ service, model }: Run): void {
  const seen = [...service.board.agents.values()].map(({ name, pause, resources, skills }) => ({
    name: name.toLowerCase(),
    pausedUntil: pause ? (pause.until ?? Infinity) : undefined,
    ...{ resources, skills },
  }))
  // After a restart it is not known who was heard of, so an undo may take a name away that no task gives any more.
  const names = new Set(seen.map(({ name }) => name))
  const given = (name: string) =>
    model
      .cards()
      .some(({ assignee, reviewer, escalation }) =>
        [assignee, reviewer, ...escalation].some((each) => lower(each) === name),
      )
  for (const { name } of model.team()) if (!names.has(name) && !given(name)) model.takeOff(name)
  const modelled = new Set(model.team().map(({ name }) => name))
  for (const name of names) if (!modelled.has(name) && given(name)) model.describe(name, {})
  expect(seen.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(model.team())
}

async function compareNext({ service, model, random }: Run): Promise<void> {
  for (const agent of agents) {
    for (const session of random.pick([[undefined], sessions])) {
      const who = { agent: inSomeSpelling(random, agent), ...(session !== undefined && { session }) }
      const { task, held } = await service.run("task.next", who)
      const best = model.next(who)
      const told = model.told(who, best)
      expect(task?.id ?? null, `next for ${JSON.stringify(who)}`).toBe(best ? id(best.n) : null)
      expect(held?.task ?? null, `told to ${JSON.stringify(who)}`).toBe(told ? id(told.n) : null)
    }
  }
}

/** The rule by which each task before the given one is passed over. */
async function compareExplanation({ service, model, random, tally }: Run): Promise<void> {
  if (!random.chance(0.3)) return
  const wish = {
    agent: inSomeSpelling(random, random.pick(agents)),
    ...(random.chance(0.3) && { session: random.pick(sessions) }),
    ...(random.chance(0.1) && { tags: ["x"] }),
  }
  const { explain } = await service.run("task.next", { ...wish, explain: "1" })
  const seen = (explain as Explained).passedOver
  const expected = model.explain(wish)
  const told = `why others are passed over for ${JSON.stringify(wish)}`
  expect(
    seen.map(({ task, reason }) => `${task} ${reason}`),
    told,
  ).toEqual(expected.map(({ n, reason }) => `${id(n)} ${reason}`))
  for (const [i, { reason, taken, failed }] of expected.entries()) {
    tally(`passed over: ${reason}`)
    if (failed != null) tally("passed over: escalated")
    if (reason === "assigned")
      expect(/ after (.*) has failed\.$/.exec(seen[i]?.detail ?? "")?.[1]?.toLowerCase(), told).toBe(
        failed?.toLowerCase(),
      )
    if (!taken) continue
    expect(seen[i]?.detail, told).toContain(taken.closed ? `${taken.name} is closed` : `in ${taken.name}.`)
    for (const n of taken.closed ? [] : taken.by.slice(0, 3))
      expect(seen[i]?.detail, told).toContain(`${id(n)} (`)
  }
}

/** Who holds what, and who waits for it. */
async function compareResources({ service, model, random }: Run): Promise<void> {
  if (!random.chance(0.2)) return
  const { resources } = (await service.run("resource.list")) as { resources: ShownResource[] }
  const seen = new Map(resources.map((each) => [each.name, each]))
  const waiting = model
    .cards()
    .map((card) => [card.n, model.isAwake(card) ? model.room.takenFor(card) : undefined] as const)
  for (const name of places) {
    const { capacity = null, closed = null } = model.placeOf(name) ?? {}
    const held = model.cards().map((card) => ({ id: id(card.n), names: model.room.holds(card) }))
    const waits = waiting.filter(([, taken]) => taken?.name === name).map(([n]) => id(n))
    const shown = seen.get(name)
    const isUsed = held.some(({ names }) => names.includes(name)) || waits.length > 0
    expect(shown !== undefined, `${name} is listed`).toBe(capacity !== null || closed !== null || isUsed)
    if (!shown) continue
    expect(
      [shown.capacity, shown.closed !== null, shown.holders.map(({ task }) => task), shown.waiting],
      `the resource ${name}`,
    ).toEqual([
      capacity ?? 1,
      closed !== null,
      held.filter(({ names }) => names.some((own) => isUnder(own, name))).map((each) => each.id),
      waits,
    ])
  }
}

interface Explained {
  readonly passedOver: readonly { readonly task: string; readonly reason: string; readonly detail: string }[]
}

interface ShownResource {
  readonly name: string
  readonly capacity: number
  readonly closed: object | null
  readonly holders: readonly { readonly task: string }[]
  readonly waiting: readonly string[]
}

async function compareHandoffs({ service, model, random, expectHandoff }: Run): Promise<void> {
  for (const { n } of model.cards()) {
    if (!random.chance(0.1)) continue
    const actor = random.pick([...agents, "rea", null])
    const asker = actor === null ? {} : { actor: inSomeSpelling(random, actor) }
    const { handoff } = await service.run("task.read", { id: id(n), handoff: "1" }, asker)
    expectHandoff(n, actor, handoff)
  }
}
