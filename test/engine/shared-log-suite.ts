import { describe, expect, test } from "vitest"
import type { PublicEvent } from "../../src/domain/events/shown.ts"
import type { Log } from "../../src/storage/log.ts"
import { createRandom } from "../support/random.ts"
import { dump, eventsOf, startService, type Service, type TestTime } from "../support/service.ts"

/** A log that several servers can share. */
export interface SharedLogs {
  /** The log as one more server sees it. The engine restores it and closes it. */
  open(): Promise<Log>
}

/** A board that two servers share, on which only the test moves the time. */
export interface TwoServers {
  readonly a: Service
  readonly b: Service
  readonly time: TestTime
  /** Starts one more server. */
  start(): Promise<Service>
  /** Lets time pass for servers that run: in steps, after each of which they look at what is due, all at once. */
  pass(ms: number): Promise<void>
  /** Waits until both boards hold all that is in the log, and expects that they are equal. */
  expectSame(): Promise<void>
}

const minute = 60_000

export async function startTwo(logs: SharedLogs): Promise<TwoServers> {
  const time: TestTime = { wall: Date.UTC(2030, 0, 1), monotonic: 0 }
  let aliveAt: number | undefined
  const isLeft = () => aliveAt !== undefined && time.wall - aliveAt > 30_000
  const servers: Service[] = []

  /** The log with the clock of the test instead of its own, and what follows from that for `aliveAt`. */
  async function openLog(): Promise<Log> {
    const log = await logs.open()
    return {
      ...log,
      wall: () => time.wall,
      commit: (decide) =>
        log.commit((others) => {
          const before = aliveAt
          aliveAt = time.wall
          return decide(others, before)
        }),
    }
  }
  async function start(): Promise<Service> {
    const server = await startService({ openLog, time, url: `http://server-${servers.length + 1}:4445` })
    servers.push(server)
    return server
  }
  const running = () => servers.filter(({ engine }) => engine.health().status !== "stopping")

  const [a, b] = [await start(), await start()]
  return {
    a,
    b,
    time,
    start,
    async pass(ms) {
      for (let left = ms; left > 0; left -= 5_000) {
        const step = Math.min(left, 5_000)
        time.wall += step
        time.monotonic += step
        if (!isLeft()) aliveAt = time.wall
        await Promise.all(running().map(({ engine }) => engine.tick()))
      }
    },
    async expectSame() {
      const end = Math.max(...running().map(({ engine }) => engine.seq))
      for (const { engine } of running()) expect(await reach(engine, end)).toBe("reached")
      const [first, ...others] = running().map(({ board }) => {
        board.advance(time.wall)
        return dump(board)
      })
      for (const other of others) expect(other).toEqual(first)
    },
  }
}

/** What two servers over one log promise. */
export function describeSharedLog(name: string, makeLogs: () => Promise<SharedLogs>): void {
  const start = async () => startTwo(await makeLogs())

  describe(`two servers over ${name}`, () => {
    test("both decide, and what one decided is seen on the other", async () => {
      const { a, b, expectSame } = await start()
      expect((await a.run("task.create", { title: "one" })).task.id).toBe("T-1")
      expect((await b.run("task.create", { title: "two" })).task.id).toBe("T-2")
      await reach(a.engine, b.engine.seq)
      expect((await a.run("task.list")).tasks).toHaveLength(2)
      await expectSame()
    })

    test("a server that only reads sees what the other wrote, without being asked", async () => {
      const { a, b } = await start()
      const seen = nextEvent(b)
      await a.run("task.create", { title: "The otter swims" })
      expect(await seen).toMatchObject({ type: "task.created", task: "T-1" })
      expect(b.engine.seq).toBe(a.engine.seq)
      expect((await b.run("task.list", { q: "otter" })).tasks).toMatchObject([{ id: "T-1" }])
      expect((await b.run("task.history", { id: "T-1" })).history).toHaveLength(1)
    })

    test("of claims at the same moment, each task has one winner", async () => {
      const { a, b } = await start()
      for (let n = 1; n <= 8; n++) await (n % 2 ? a : b).run("task.create", { title: `task ${n}` })
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, i) => (i % 2 ? a : b).run("task.claimNext", { agent: `agent ${i}` })),
      )
      const ids = answers.flatMap(({ task }: { task: { id: string } | null }) => task?.id ?? [])
      expect(ids.sort()).toEqual(["T-1", "T-2", "T-3", "T-4", "T-5", "T-6", "T-7", "T-8"])
      const both = [a, b].map((server, i) => server.run("task.claim", { id: "T-1", agent: `other ${i}` }))
      await Promise.all(both.map((claim) => expect(claim).rejects.toMatchObject({ code: "task_taken" })))
    })

    test("a token of an older epoch changes nothing on the server that gave it", async () => {
      const { a, b, expectSame } = await start()
      await a.run("task.create", { title: "x" })
      const first = await a.run("task.claim", { id: "T-1", agent: "ann", session: "s1" })
      const second = await b.run("task.claim", { id: "T-1", agent: "ann", session: "s2", takeOver: true })
      const { token: leaseToken } = first.lease
      await expect(a.run("task.complete", { id: "T-1", leaseToken })).rejects.toMatchObject({
        code: "lease_lost",
      })
      const done = await a.run("task.complete", { id: "T-1", leaseToken: second.lease.token })
      expect(done.task.status).toBe("done")
      await expectSame()
    })

    test("a claim and a peek that wait on one server get the task that is created on the other", async () => {
      const { a, b } = await start()
      const peek = a.run("task.next", { agent: "bob", wait: "30s" })
      await a.run("task.list")
      await b.run("task.create", { title: "x" })
      expect((await peek).task.id).toBe("T-1")
      await b.run("task.claim", { id: "T-1", agent: "eve" })
      await reach(a.engine, b.engine.seq)
      const claim = a.run("task.claimNext", { agent: "ann", wait: "30s" })
      await a.run("task.list")
      await b.run("task.create", { title: "y" })
      expect((await claim).task).toMatchObject({ id: "T-2", assignee: "ann" })
    })

    test("one new task ends one of the claims that wait on both servers", async () => {
      const { a, b } = await start()
      const claims = [a, b].map((server, i) =>
        server.run("task.claimNext", { agent: `agent ${i}`, wait: "30s" }),
      )
      await Promise.all([a, b].map((server) => server.run("task.list")))
      await b.run("task.create", { title: "one" })
      const first = await Promise.race(claims)
      expect(first.task.id).toBe("T-1")
      await a.run("task.create", { title: "two" })
      expect((await Promise.all(claims)).map(({ task }) => task.id).sort()).toEqual(["T-1", "T-2"])
    })

    test("a lease that runs out is settled once, and the claim that waits elsewhere gets the task", async () => {
      const { a, b, pass, expectSame } = await start()
      await a.run("task.create", { title: "x" })
      await a.run("task.claim", { id: "T-1", agent: "ann", lease: "10s" })
      const waiting = b.run("task.claimNext", { agent: "bob", wait: "60s" })
      await b.run("task.list")
      await pass(60_000)
      expect((await waiting).task).toMatchObject({ id: "T-1", expiries: 1, assignee: "bob" })
      const ends = (await eventsOf(a)).filter(({ type }) => type === "lease.expired")
      expect(ends).toHaveLength(1)
      await expectSame()
    })

    test("a pause that is over is ended once", async () => {
      const { a, b, pass, expectSame } = await start()
      await a.run("agent.pause", { name: "ann", for: "1m" })
      await b.run("team.pause", { for: "2m" })
      await pass(3 * minute)
      const types = (await eventsOf(a)).map(({ type }) => type)
      expect(types.filter((type) => type.endsWith("resumed"))).toEqual(["agent.resumed", "team.resumed"])
      await expectSame()
    })

    test("the events on both servers are those of the log, without gap or repeat", async () => {
      const { a, b } = await start()
      const published = [a, b].map((server) => {
        const events: PublicEvent[] = []
        server.engine.subscribe((more) => events.push(...more))
        return events
      })
      const random = createRandom(1)
      for (let round = 0; round < 30; round++) {
        const turns = Array.from({ length: 1 + random.below(4) }, () => random.pick([a, b]))
        await Promise.all(turns.map((server) => server.run("task.create", { title: "x" })))
      }
      const end = Math.max(a.engine.seq, b.engine.seq)
      for (const { engine } of [a, b]) await reach(engine, end)
      const logged: PublicEvent[] = []
      for await (const events of b.engine.history(0)) logged.push(...events)
      expect(logged.map(({ seq }) => seq)).toEqual(Array.from({ length: end }, (_, i) => i + 1))
      for (const events of published) expect(events).toEqual(logged)
    })

    test("an Idempotency-Key that was used on one server repeats on the other", async () => {
      const { a, b } = await start()
      const key = { idempotencyKey: "k" }
      await a.run("task.create", { title: "x" })
      const first = await a.run("task.claimNext", { agent: "ann" }, key)
      expect(await b.run("task.claimNext", { agent: "ann" }, key)).toEqual(first)
      await expect(b.run("task.claimNext", { agent: "bob" }, key)).rejects.toMatchObject({
        code: "idempotency_mismatch",
      })
      const both = [a, b].map((server) => server.run("task.create", { title: "y" }, { idempotencyKey: "k2" }))
      const [one, other] = await Promise.all(both)
      expect(one).toEqual(other)
    })

    test("a server waits until it has what the other wrote, and knows that an event was never written", async () => {
      const { a, b } = await start()
      for (let n = 1; n <= 20; n++) {
        const [writer, reader] = n % 2 ? [a, b] : [b, a]
        await writer.run("task.create", { title: "x" })
        const { seq } = writer.engine
        expect(await reach(reader.engine, seq)).toBe("reached")
        expect((await reader.run("task.read", { id: `T-${n}` })).task.id).toBe(`T-${n}`)
        if (n === 20) expect(await reach(reader.engine, seq + 1)).toBe("beyond")
      }
    })

    test("commands that race on both servers leave one board, also after a restart", async () => {
      const { a, b, start, pass, expectSame } = await startTwo(await makeLogs())
      const random = createRandom(2)
      const all = [a, b]
      const agents = ["ann", "bob", "eve"]
      const held = new Map<string, string>()
      for (let round = 0; round < 40; round++) {
        const racing = Array.from({ length: 1 + random.below(6) }, async (_, i) => {
          const server = random.pick(all)
          const agent = random.pick(agents)
          const session = `${round} ${i}`
          const kind = random.below(4)
          if (kind === 0) return server.run("task.create", { title: `by ${agent}` })
          if (kind === 1) return server.run("agent.pause", { name: agent, for: "10s" }).catch(() => undefined)
          const { task, lease } = await server.run("task.claimNext", { agent, session })
          if (!task) return
          expect(held.has(task.id), `${task.id} has a holder already`).toBe(false)
          held.set(task.id, lease.token)
          if (kind === 2) return
          held.delete(task.id)
          await random.pick(all).run("task.complete", { id: task.id, leaseToken: lease.token })
        })
        await Promise.all(racing)
        if (random.chance(0.2)) await pass(random.below(20_000))
      }
      await expectSame()
      await a.engine.close()
      await b.run("task.create", { title: "meanwhile" })
      all[0] = await start()
      await expectSame()
      await all[0].run("task.create", { title: "at last" })
      await expectSame()
    })

    describe("leases after an absence", () => {
      const claim = (server: Service) => server.run("task.claim", { id: "T-1", agent: "ann", lease: "2m" })
      const expiry = async (server: Service) => {
        const { task } = await server.run("task.read", { id: "T-1" })
        return Date.parse(task.lease?.expiresAt ?? "")
      }

      test("a server that starts while another runs extends none", async () => {
        const { a, time, pass, start } = await startTwo(await makeLogs())
        await a.run("task.create", { title: "x" })
        await claim(a)
        await pass(minute)
        const c = await start()
        expect(await expiry(c)).toBe(time.wall + minute)
      })

      test("nor does a server that was frozen while another ran", async () => {
        const { a, b, time } = await start()
        await a.run("task.create", { title: "x" })
        await claim(a)
        for (let i = 0; i < 4; i++) {
          time.wall += 15_000
          await a.run("agent.heartbeat", { name: "ann" })
          await a.run("task.create", { title: "y" })
        }
        await b.run("task.create", { title: "z" })
        expect(await expiry(b)).toBe(time.wall + minute)
      })

      test("after a time in which no server ran, every lease is extended once", async () => {
        const { a, b, time, pass, expectSame } = await start()
        await a.run("task.create", { title: "x" })
        await claim(a)
        time.wall += 60 * minute
        await Promise.all([a.engine.tick(), b.engine.tick()])
        await expectSame()
        expect(await expiry(b)).toBe(time.wall + 5 * minute)
        await pass(minute)
        const types = (await eventsOf(a)).map(({ type }) => type)
        expect(types.filter((type) => type === "leases.extended")).toHaveLength(1)
      })
    })
  })
}

// --- internal ---

function reach({ reach }: Service["engine"], seq: number) {
  return reach(seq, { waitMs: 5_000 })
}

function nextEvent({ engine }: Service): Promise<PublicEvent | undefined> {
  return new Promise((resolve) => {
    const stop = engine.subscribe(([first]) => {
      stop()
      resolve(first)
    })
  })
}
