/** The boards that rows share. */
import { existsSync, mkdtempSync } from "node:fs"
import { join } from "node:path"
import { large, lazily, until } from "./compare.js"
import { writeJournal } from "./journal.js"
import { endServers, space, startUpnext } from "./programs.js"
import { seed } from "./seed.js"

export async function seeded(tasks) {
  const home = mkdtempSync(join(space, "home-"))
  const port = await startUpnext(home)
  await seed(port, tasks)
  return { home, port }
}

export const homeOf = (tasks) => join(space, `past-${tasks}`)

/** A server on a board with a long history, warmed up: its search index is built and the measured code is compiled. */
async function withPast(tasks) {
  writeJournal(homeOf(tasks), tasks)
  const port = await startUpnext(homeOf(tasks))
  for (const path of ["/tasks?q=walrus&compact=1", "/stats", "/tasks/T-51/history"])
    for (let i = 0; i < 20; i++) await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  return port
}

/** The ports of servers with a thousand tasks and with many, ten events each. */
export const past = lazily(async () => {
  endServers()
  return { few: await withPast(1000), many: await withPast(large) }
})

/** The home of the large one, with a checkpoint. No server runs on it. */
export const idleHome = lazily(async () => {
  await past()
  const home = homeOf(large)
  // The server writes it in the background, unless the board is too small for one.
  await until(() => existsSync(checkpointOf(home)), "no checkpoint was written")
  endServers()
  return home
})

export const checkpointOf = (home) => join(home, "data", "board.json")
