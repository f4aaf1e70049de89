/** How long a large board takes to start and to move, on PostgreSQL and on a journal. */
import { spawnSync } from "node:child_process"
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { writeJournal } from "./journal.js"
import { median, table, whole } from "./figures.js"
import { ask, startServer } from "./postgres-programs.js"
import { kill, portOf, space, start } from "./programs.js"

export async function benchRestore(database, { tasks, starts = 5 }) {
  const url = await database.create("restore")
  const [moved, home, back] = ["moved", "home", "back"].map((name) => join(space, name))
  const events = writeJournal(moved, tasks)
  writeJournal(home, tasks)
  console.log(`\nA board of ${whole(tasks)} tasks with ${whole(events)} events.\n`)

  const there = timeOfMove("--home", moved, "--to", url)
  const snapshot = join(home, "data", "board.json")
  const sides = {
    PostgreSQL: {
      start: () => startServer(url, "main"),
      hasSnapshot: async () => (await ask(url, "select 1 from upnext.snapshots where is_last")).length > 0,
      forget: () => ask(url, "truncate upnext.snapshots"),
    },
    journal: {
      start: () => start("upnext-server.js", home),
      hasSnapshot: () => existsSync(snapshot),
      forget: () => rmSync(snapshot, { force: true }),
    },
  }
  const names = Object.keys(sides)
  table(["until a server listens", ...names, "ratio"], Array(4).fill("---"))
  for (const way of ["from the whole log", "from a snapshot"]) {
    const times = names.map(() => [])
    for (const side of Object.values(sides)) if (way === "from a snapshot") await keepSnapshot(side)
    // The sides take turns, so that noise hits both.
    for (let i = 0; i < starts; i++)
      for (const [n, name] of names.entries()) {
        if (way === "from the whole log") await sides[name].forget()
        times[n].push(await timeOfStart(sides[name]))
      }
    const [ours, theirs] = times
    const ratio = median(ours.map((ms, i) => ms / theirs[i]))
    table([way, ...times.map((each) => `${whole(median(each))} ms`), ratio.toFixed(2)])
  }

  await ask(url, "truncate upnext.servers")
  const again = timeOfMove("--database", url, "--to", back)
  const seconds = (ms) => (ms / 1000).toFixed(1)
  console.log(
    `\nMoved into the database in ${seconds(there)} s, and back into a home in ${seconds(again)} s.`,
  )
}

/** Moves a board and verifies it. Gives the ms that took. */
function timeOfMove(...args) {
  const began = performance.now()
  const command = [
    process.execPath,
    ["dist/cli.cjs", "move", ...args],
    { stdio: ["ignore", "ignore", "inherit"] },
  ]
  if (spawnSync(...command).status !== 0) throw new Error("the board was not moved")
  return performance.now() - began
}

/** A server keeps a snapshot when it stops, however small its board is. While it runs, a small log needs none. */
async function keepSnapshot(side) {
  const server = side.start()
  await portOf(server)
  await kill(server, "SIGTERM")
  if (!(await side.hasSnapshot())) throw new Error("no snapshot was kept")
}

/** The ms until a server listens and knows the board. */
async function timeOfStart(side) {
  const began = performance.now()
  const server = side.start()
  await portOf(server)
  const took = performance.now() - began
  await kill(server)
  return took
}
