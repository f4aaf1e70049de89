/** Writes profiles of the servers of a row, to be opened in a browser's developer tools. */
import { writeFileSync } from "node:fs"
import { ms } from "./compare.js"
import { running, tell } from "./programs.js"

/** Runs our side of a row once more, while each server that answers then is profiled. */
export async function profileRow({ what, ours }) {
  const servers = running().filter(([, { spawnargs }]) =>
    spawnargs.some((arg) => arg.endsWith("upnext-server.js")),
  )
  for (const [, child] of servers) await tell(child, "profile")
  await ours(ms)
  for (const [port, child] of servers) {
    const name = `${what.replaceAll(/[^a-z0-9]+/gi, "-").slice(0, 60)}-${port}.cpuprofile`
    writeFileSync(name, await tell(child, "profiled"))
    console.log(`wrote ${name}`)
  }
}
