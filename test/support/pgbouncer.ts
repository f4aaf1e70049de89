import { spawn } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "./free-port.js"
import { postgresUser } from "./postgres-cluster.ts"

/** A PgBouncer in front of a database, which lends its connections for one transaction each. */
export async function startPgbouncer(database: string): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), "upnext-pgbouncer-"))
  const { hostname, port: upstream, username, password } = new URL(database)
  const port = await freePort()
  const [users, settings] = [join(directory, "users"), join(directory, "settings")]
  writeFileSync(users, `"${username}" "${password}"\n`)
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${upstream}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
`,
  )
  chmodSync(directory, 0o755)
  // Like PostgreSQL, it refuses to run as root.
  const child = spawn("pgbouncer", ["-q", settings], { stdio: "ignore", ...postgresUser() })
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  while (!(await takesConnections(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url: Object.assign(new URL(database), { port: String(port) }).href,
    async stop() {
      child.kill("SIGKILL")
      await exited
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

// --- internal ---

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("error", () => resolve(false))
    socket.once("connect", () => {
      socket.destroy()
      resolve(true)
    })
  })
}
