import { createSharedMemory, type SharedMemoryLog } from "../support/shared-memory.ts"
import type { Random } from "../support/random.ts"
import { modelPolicy } from "./leases.ts"
import { startService, type Asker, type Service } from "../support/service.ts"

/** A call, and what became of it. */
export interface RacingCall {
  readonly name: string
  readonly input: Record<string, unknown>
  readonly asker: Asker
}

export interface TwoAsOne extends Service {
  /** Two calls at the same moment, one at each server. Gives how each ended, in the order in which they were decided. */
  race<C extends RacingCall>(
    calls: readonly [C, C],
  ): Promise<readonly { readonly call: C; readonly ended: PromiseSettledResult<unknown> }[]>
}

/**
 * Two servers over one log that stand in for one: each call goes to either of them, once it has what was written before.
 * Neither gets a notice of what the other writes. Now and then one of them is restarted while the other runs.
 */
export async function startTwoAsOne(random: Random): Promise<TwoAsOne> {
  const time = { wall: Date.UTC(2030, 0, 1), monotonic: 0 }
  const memory = createSharedMemory(() => time.wall)
  const logs = new Set<SharedMemoryLog>()
  /** The servers that decided something, in that order. */
  let decided: number[] = []
  const start = (server: number) =>
    startService({
      time,
      policy: modelPolicy,
      openLog() {
        const log = memory.open({ hearsOthers: false })
        logs.add(log)
        return {
          ...log,
          commit: (decide) =>
            log.commit((others, aliveAt) => {
              decided.push(server)
              return decide(others, aliveAt)
            }),
        }
      },
    })
  const both = [await start(0), await start(1)] as const
  let last: Service = both[0]

  /** What a server does by itself every few seconds. */
  const renew = () => {
    for (const log of logs) log.renew()
  }
  async function catchUp(): Promise<void> {
    const end = Math.max(...both.map(({ engine }) => engine.seq))
    for (const { engine } of both) await engine.reach(end, { waitMs: 1000 })
    for (const { board } of both) board.advance(time.wall)
  }

  return {
    get engine() {
      return {
        ...last.engine,
        async tick() {
          renew()
          await Promise.all(both.map(({ engine }) => engine.tick()))
          await catchUp()
        },
      }
    },
    get log() {
      return last.log
    },
    get board() {
      return last.board
    },
    now: () => time.wall,
    pass: (ms) => last.pass(ms),
    sleep: (ms) => void (time.wall += ms),
    setClock: (by) => void (time.wall += by),
    warnings: [],
    async run(name, input, asker) {
      renew()
      if (random.chance(0.01)) await random.pick(both).restart()
      last = random.pick(both)
      try {
        return (await last.run(name, input, asker)) as unknown
      } finally {
        await catchUp()
      }
    },
    async race(calls) {
      renew()
      decided = []
      const ended = await Promise.allSettled(
        calls.map(({ name, input, asker }, i) => (both[i] ?? last).run(name, input, asker)),
      )
      await catchUp()
      const order = decided.indexOf(0) < decided.indexOf(1) ? [0, 1] : [1, 0]
      return order.flatMap((i) => {
        const [call, end] = [calls[i], ended[i]]
        return call && end ? [{ call, ended: end }] : []
      })
    },
    async restart(away = 0) {
      for (const { engine } of both) await engine.close()
      time.wall += away
      for (const server of both) await server.restart()
    },
    async expectFold() {
      for (const server of both) await server.expectFold()
    },
  }
}
