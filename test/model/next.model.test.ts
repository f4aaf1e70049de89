import { expect, test } from "vitest"
import { createRandom, type Random } from "../support/random.ts"
import { startService, type Service } from "../support/service.ts"
import { id } from "./board.ts"
import { isUnder } from "./room.ts"
import { agents, createSteps, inSomeSpelling, places, sessions, type Steps } from "./steps.ts"

/** So many steps in the suite; with UPNEXT_LONG for an hour, on many boards. */
const isLong = process.env["UPNEXT_LONG"] !== undefined
const rounds = isLong ? 10_000 : 500
const timeout = isLong ? 3_600_000 : 600_000
const seeds = [102, 105, 108, 109, ...Array.from({ length: isLong ? 36 : 0 }, (_, i) => 1_001 + i)]
/** So few attempts that a random run reaches both ends. */
const policy = { maxAttempts: 2, maxExpiries: 3, escalation: { docs: ["eve", "Zed", "ann", "Mira"] } }
/** How often each thing happened. */
const reached = new Map<string, number>()

// Each run has a seed of its own. A failure names the seed, which repeats the run.
test.each(seeds)(
  "what is up next, and who may claim and write, is as in a plain model at every step, seed %i (UPNEXT_SEED overrides)",
  async (seed) => {
    const random = createRandom(seed)
    const service = await startService({ policy })
    const steps = createSteps(service, random)
    const epochs = new Map<number, number>()
    for (let round = 0; round < rounds; round++) {
      const told = await steps.step()
      try {
        await compareNext(service, steps, random)
        await compareExplanation(service, steps, random)
        await compareResources(service, steps, random)
        for (const { n, epoch } of service.board.tasks.values()) {
          expect(epoch, `the epoch of T-${n}`).toBeGreaterThanOrEqual(epochs.get(n) ?? 0)
          epochs.set(n, epoch)
        }
      } catch (error) {
        const message = error instanceof Error ? error.message : ""
        throw new Error(`seed ${random.seed}, step ${round}: ${told}\n${message}`, { cause: error })
      }
      if (round % 250 === 0) await service.expectFold()
    }
    for (const [what, count] of steps.reached) reached.set(what, (reached.get(what) ?? 0) + count)
  },
  timeout,
)

// Runs that never reached the interesting cases would prove nothing.
test("these runs reach every case", () => {
  const often = ["ok", "lease_lost", "task_taken", "task_not_ready", "actor_mismatch", "resource_taken"]
  const passedOver = ["resource_taken", "missing_skills", "paused", "waits_for", "backoff", "assigned"]
  const undone = [
    "command.undo ok",
    "command.undo undo_blocked",
    "command.redo ok",
    "undone and done again",
    "completion undone",
  ]
  for (const what of [...often, ...passedOver.map((reason) => `passed over: ${reason}`), ...undone])
    expect(reached.get(what) ?? 0, `how often ${what}`).toBeGreaterThan(2)
  const sometimes = [
    "expired",
    "offer expired",
    "late finish",
    "said twice",
    "claimed before",
    "not_able",
    "passed over: not_landed",
  ]
  const rare = ["told what is held", "told of a silent session", "agent_paused", "invalid_transition"]
  const written = ["task.restore ok", "task.reportWork ok", "task.land ok", "task.edit dependency_cycle"]
  for (const what of [...sometimes, ...rare, ...written])
    expect(reached.get(what) ?? 0, `how often ${what}`).toBeGreaterThan(0)
})

// --- internal ---

/** The next task of every agent is that of the model, and so is what they are told of another session. */
async function compareNext(service: Service, { book, settle }: Steps, random: Random): Promise<void> {
  await settle()
  const now = book()
  for (const agent of agents) {
    for (const session of random.pick([[undefined], sessions])) {
      const who = { agent: inSomeSpelling(random, agent), ...(session !== undefined && { session }) }
      const { task, held } = await service.run("task.next", who)
      const best = now.next(who)
      const told = best ? undefined : now.next(who, "any")
      expect(task?.id, `next for ${JSON.stringify(who)}`).toBe(best && id(best.n))
      expect(held?.task, `told to ${JSON.stringify(who)}`).toBe(told && id(told.n))
    }
  }
}

/** The rule by which each task before the given one is passed over. */
async function compareExplanation(service: Service, { book, tally }: Steps, random: Random): Promise<void> {
  if (!random.chance(0.3)) return
  const wish = {
    agent: inSomeSpelling(random, random.pick(agents)),
    ...(random.chance(0.3) && { session: random.pick(sessions) }),
    ...(random.chance(0.1) && { tags: ["x"] }),
  }
  const { explain } = await service.run("task.next", { ...wish, explain: "1" })
  const seen = (explain as { passedOver: { task: string; reason: string }[] }).passedOver
  const expected = book().explain(wish)
  expect(
    seen.map(({ task, reason }) => `${task} ${reason}`),
    `why others are passed over for ${JSON.stringify(wish)}`,
  ).toEqual(expected.map(({ n, reason }) => `${id(n)} ${reason}`))
  for (const { reason } of expected) tally(`passed over: ${reason}`)
}

/** Who holds what, and who waits for it. */
async function compareResources(service: Service, { book }: Steps, random: Random): Promise<void> {
  if (!random.chance(0.2)) return
  const { resources } = (await service.run("resource.list")) as { resources: ShownResource[] }
  const { cards, isAwake, room } = book()
  const waiting = cards.map(
    (card) => [card.n, isAwake(card) ? room.takenFor(card)?.name : undefined] as const,
  )
  const held = cards.map((card) => ({ task: id(card.n), names: room.holds(card) }))
  for (const name of places) {
    const { capacity = null, closed = null } = service.board.resources.get(name) ?? {}
    const waits = waiting.filter(([, taken]) => taken === name).map(([n]) => id(n))
    const shown = resources.find((each) => each.name === name)
    const isUsed = held.some(({ names }) => names.includes(name)) || waits.length > 0
    expect(shown !== undefined, `${name} is listed`).toBe(capacity !== null || closed !== null || isUsed)
    if (!shown) continue
    expect(shown, `the resource ${name}`).toMatchObject({ capacity: capacity ?? 1, waiting: waits })
    expect(
      shown.holders.map(({ task }) => task),
      `who holds ${name}`,
    ).toEqual(held.filter(({ names }) => names.some((own) => isUnder(own, name))).map(({ task }) => task))
  }
}

interface ShownResource {
  readonly name: string
  readonly capacity: number
  readonly holders: readonly { readonly task: string }[]
  readonly waiting: readonly string[]
}
