/** What a server costs while a thousand clients wait for work. */
import { Agent, request } from "node:http"
import { lazily } from "../compare.js"
import { cpuOf } from "../cpu.js"
import { childAt } from "../programs.js"
import { servers } from "./requests.js"

const parked = lazily(async () => {
  const { small } = await servers()
  await park(small, 1000)
  return small
})

/** Sends claims that wait for a task that is never made. */
async function park(port, waiters) {
  const agent = new Agent({ maxSockets: Infinity })
  const body = JSON.stringify({ agent: "waiter", project: "none", wait: "60s" })
  const headers = { "content-type": "application/json", "content-length": body.length }
  for (let i = 0; i < waiters; i++)
    request({ port, path: "/tasks/next/claim", method: "POST", agent, headers })
      .on("error", () => undefined)
      .end(body)
  // The server first clears away what a thousand requests leave behind.
  await new Promise((resolve) => setTimeout(resolve, 4000))
}

/** How much processor time a server uses in a round, in ms. */
async function busyTime(port, ms) {
  const { pid } = childAt(port)
  const before = cpuOf(pid)
  await new Promise((resolve) => setTimeout(resolve, ms))
  return cpuOf(pid) - before
}

export const isMissing = process.platform === "linux" ? undefined : "Processor time is read from /proc."

export const rows = [
  {
    what: "processor time of a server with a thousand that wait : of one core",
    unit: "ms",
    gate: "≤ 0.03",
    slices: 1,
    ours: async (ms) => busyTime(await parked(), ms),
    theirs: (ms) => ms,
  },
]
