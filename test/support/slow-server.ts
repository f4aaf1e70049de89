import type { Server } from "./server.ts"
import { until } from "./worker.ts"

/** More than the time after which a session counts as silent, in minutes. */
const step = 11

/** So many steps a test file may take before its server is ahead of the time of day. */
const steps = 40

const passed = "eleven minutes have passed"

/** Loaded before a server: its clock is behind, and each SIGUSR2 brings it forward. */
const clock = `
  const real = Date.now
  let left = ${steps}
  Date.now = () => real() - left * ${step * 60_000}
  process.on("SIGUSR2", () => {
    left -= 1
    console.error("${passed}")
  })
`

/** The variables of a server for which time passes when `passEleven` says so. */
export const slowClock = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(clock)}` }

/** Lets eleven minutes pass for a server that was started with `slowClock`, and waits until they have. */
export async function passEleven({ pid, output }: Pick<Server, "pid" | "output">): Promise<void> {
  const times = () => output().split(passed).length
  const before = times()
  process.kill(pid, "SIGUSR2")
  await until(() => times() > before)
}
