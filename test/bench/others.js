/** Things a reader knows, as sides of the rows and curves. Each gives its port, or undefined where it is missing here. */
import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { connect } from "node:net"
import { once } from "node:events"
import { join } from "node:path"
import { lazily, until } from "./compare.js"
import { freePort } from "../support/free-port.js"
import { adopt, portOf, space, start } from "./programs.js"

export const hasSqlite = process.getBuiltinModule?.("node:sqlite") !== undefined
export const withoutSqlite = `Node ${process.version} has no node:sqlite, and 22.13 has: the side of SQLite is left out.`

export const sqlite = lazily(() => portOf(start("sqlite-server.js", join(space, "tasks.sqlite"))))

export const hasBeanstalkd = spawnSync("beanstalkd", ["-v"]).status === 0
export const withoutBeanstalkd = "beanstalkd is not installed: its side is left out."

/** beanstalkd with a log that is synced at each write, and a thousand jobs of 200 bytes. */
export const beanstalkd = lazily(async () => {
  const port = await freePort()
  const log = mkdtempSync(join(space, "beanstalkd-"))
  const args = ["-l", "127.0.0.1", "-p", String(port), "-b", log, "-f0"]
  adopt(port, spawn("beanstalkd", args, { stdio: "ignore" }))
  let socket
  await until(async () => (socket = await tryToConnect(port)), "beanstalkd does not listen")
  for (let i = 0; i < 1000; i++) socket.write(`put ${i % 4} 0 600 200\r\n${"x".repeat(200)}\r\n`)
  let answers = ""
  while (answers.split("\r\n").length <= 1000) answers += await once(socket, "data")
  socket.destroy()
  return port
})

// --- internal ---

function tryToConnect(port) {
  const socket = connect(port, "127.0.0.1")
  return once(socket, "connect").then(
    () => socket,
    () => undefined,
  )
}
