/** What a task costs in memory. It comes first, because a server that was under load has more of its own. */
import { large, thousands } from "../compare.js"
import { childAt, tell } from "../programs.js"
import { servers } from "./requests.js"

/** What a server with many tasks has more in memory than one with a thousand, in bytes for each task. */
async function bytesPerTask() {
  const { small, big } = await servers()
  const [less, more] = [await inMemory(small), await inMemory(big)]
  return (more - less) / (large - 1000)
}

/** The bytes of the heap and of arrays beside it. The search index is complete, since it has answered. */
async function inMemory(port) {
  await (await fetch(`http://127.0.0.1:${port}/tasks?q=walrus&compact=1`)).text()
  const { heapUsed, external } = await tell(childAt(port), "memory")
  return heapUsed + external
}

export const rows = [
  {
    what: `memory of a task at ${thousands} tasks, search included`,
    unit: "bytes",
    gate: "≤ 800",
    aim: 500,
    before: "717–956",
    slices: 1,
    ours: bytesPerTask,
  },
]
