/** How long a claim waits that hears of a new task, on the server that creates the task and on another one. */
import { percentile, table } from "./figures.js"
import { post, servers } from "./postgres-programs.js"

export async function benchWakeUp(database) {
  const ports = await servers(await database.create("wake"), 2)
  await measureWakeUp(ports, 30)
  const [same, across] = [await measureWakeUp([ports[0], ports[0]], 300), await measureWakeUp(ports, 300)]
  const figures = (times) => [0.5, 0.95, 0.99].map((part) => percentile(times, part).toFixed(1))
  table(["ms from the request that creates it", "p50", "p95", "p99"], Array(4).fill("---"))
  table(
    ["to its answer", ...figures([...same, ...across].map(({ created }) => created))],
    ["to the claim that waits on the same server", ...figures(same.map(({ woken }) => woken))],
    ["to the claim that waits on another server", ...figures(across.map(({ woken }) => woken))],
  )
  const woken = across.map(({ woken }) => woken)
  if (percentile(woken, 0.95) > 50) console.log("WANTED: 95 % on another server within 50 ms")
}

let agents = 0

/**
 * A claim waits at one server, and a task is posted to the other, in turns. Gives how long after that request the task's
 * creation and the claim were answered, in ms. Each claim is by an agent of its own, since an agent that holds a task is
 * given the same one at once.
 */
async function measureWakeUp(ports, count) {
  const times = []
  for (let i = 0; i < count; i++) {
    const [from, to] = i % 2 === 0 ? ports : [...ports].reverse()
    let isWoken = false
    const claim = { agent: `waiter ${agents++}`, project: "wake", wait: "60s" }
    const waiting = post(to, "/tasks/next/claim", claim).then((answer) => {
      isWoken = true
      return { answer, at: performance.now() }
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (isWoken) throw new Error("the claim did not wait")
    const began = performance.now()
    const made = await post(from, "/tasks", { title: "wake up", project: "wake" })
    const created = performance.now() - began
    const { answer, at } = await waiting
    if (answer.task?.id !== made.task.id) throw new Error("the claim was given another task, or none")
    times.push({ created, woken: at - began })
  }
  return times
}
