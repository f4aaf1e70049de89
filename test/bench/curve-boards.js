/** Servers on boards of the sizes that the curves compare, which no other row uses. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { checkpointOf } from "./boards.js"
import { until } from "./compare.js"
import { writeNewTasks } from "./journal.js"
import { space, startUpnext } from "./programs.js"

export const curveSizes = [1000, 100_000, 1_000_000]
export const sizeName = (tasks) => (tasks < 1_000_000 ? `${tasks / 1000}k` : `${tasks / 1_000_000}M`)

/** A board of a million tasks takes a minute to make. With UPNEXT_BENCH_HOMES, a directory, boards are kept there. */
const homes = process.env.UPNEXT_BENCH_HOMES ?? space
const started = new Map()

/** The port of a server with so many tasks. It does nothing in the background any more. */
export function curveBoard(tasks) {
  const known = started.get(tasks) ?? startBoard(tasks)
  started.set(tasks, known)
  return known
}

// --- internal ---

/** With fewer tasks there is no checkpoint. */
const fewestKept = 100_000

async function startBoard(tasks) {
  const home = join(homes, `curve-${tasks}`)
  if (!existsSync(home)) writeNewTasks(home, tasks)
  const port = await startUpnext(home)
  // A search waits for the index, which is made after the start.
  await (await fetch(`http://127.0.0.1:${port}/tasks?q=walrus&compact=1`)).text()
  const file = checkpointOf(home)
  const isWritten = () => existsSync(file) && !existsSync(`${file}.new`)
  if (tasks >= fewestKept) await until(isWritten, "no checkpoint was written")
  return port
}
