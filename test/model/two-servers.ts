import { createSharedMemory, type SharedMemoryLog } from "../../src/storage/shared-memory.ts"
import type { Random } from "../support/random.ts"
import { startService, type Service } from "../support/service.ts"

/**
 * Two servers over one log that stand in for one: each call goes to either of them, once it has what was written before.
 * Neither is told what the other writes. Now and then one of them is restarted while the other runs.
 */
export async function startTwoAsOne(random: Random): Promise<Service> {
  const time = { wall: Date.UTC(2030, 0, 1), monotonic: 0 }
  const memory = createSharedMemory(() => time.wall)
  const logs = new Set<SharedMemoryLog>()
  const openLog = () => {
    const log = memory.open({ hearsOthers: false })
    logs.add(log)
    return log
  }
  const both = [await startService({ openLog, time }), await startService({ openLog, time })] as const
  let last: Service = both[0]

  /** What a server does by itself every few seconds. */
  const renew = () => {
    for (const log of logs) log.renew()
  }
  async function catchUp(): Promise<void> {
    const end = Math.max(...both.map(({ engine }) => engine.seq))
    for (const { engine } of both) await engine.reach(end, { waitMs: 1000, waitsBeyond: false })
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
