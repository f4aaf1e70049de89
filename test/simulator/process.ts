import type { Runtime } from "../../src/machine/runtime.ts"
import { epoch } from "./time.ts"
import type { Owner, World } from "./world.ts"

/** A machine: its clock may be set, at any moment. */
export interface Machine {
  /** How far its clock is ahead of the true time, in ms. */
  ahead: number
}

/** One run of the server's program on a machine, until it is killed. */
export interface Process extends Owner {
  readonly machine: Machine
  readonly runtime: Runtime
  after(ms: number, act: () => void): () => void
  /** Waits for something outside of the process. @throws Killed once the process is dead */
  outside(ms: number): Promise<void>
  /** It stands still for so many ms, as while its machine sleeps or swaps. */
  freeze(ms: number): void
  /** It ends at this moment, in the middle of whatever it does. */
  kill(): void
}

/** Nothing that a dead process still says is heard. */
export class Killed extends Error {}

export function createProcess(world: World, machine: Machine): Process {
  const started = world.now
  const kept: (() => void)[] = []
  const waiting = new Set<(reason: Killed) => void>()
  let state: Owner["state"] = "running"

  const self: Process = {
    machine,
    get state() {
      return state
    },
    keep: (act) => void kept.push(act),
    after: (ms, act) => world.after(ms, act, self),
    outside(ms) {
      if (state === "dead") return Promise.reject(new Killed())
      return new Promise((resolve, reject) => {
        waiting.add(reject)
        self.after(ms, () => {
          waiting.delete(reject)
          resolve()
        })
      })
    },
    freeze(ms) {
      if (state !== "running") return
      state = "frozen"
      world.after(ms, () => {
        if (state !== "frozen") return
        state = "running"
        for (const act of kept.splice(0)) self.after(0, act)
      })
    },
    kill() {
      state = "dead"
      for (const reject of waiting) reject(new Killed())
    },
    runtime: {
      wall: () => epoch + Math.floor(world.now) + machine.ahead,
      monotonic: () => world.now - started,
      after: (ms, act) => ({ cancel: self.after(ms, act) }),
      every(ms, act) {
        let cancel = () => {}
        const again = () => {
          cancel = self.after(ms, () => {
            again()
            act()
          })
        }
        again()
        return { cancel: () => cancel() }
      },
      turn: () => new Promise((resolve) => void self.after(0, resolve)),
      random: (bytes) => Buffer.from(Array.from({ length: bytes }, () => world.random.below(256))),
    },
  }
  return self
}
