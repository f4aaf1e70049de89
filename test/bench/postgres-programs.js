/** The programs that a benchmark on PostgreSQL starts, and the database they use. `endAll` ends and removes all of it. */
import { build } from "esbuild"
import { fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"

/** A directory of this run. */
export const space = mkdtempSync(join(tmpdir(), "upnext-bench-"))
const here = new URL(".", import.meta.url).pathname
const children = []
let removeDatabase

export function start(program, ...args) {
  const child = fork(join(here, program), args, { stdio: ["ignore", "ignore", "inherit", "ipc"] })
  children.push(child)
  return child
}

export async function portOf(child) {
  const [port] = await once(child, "message")
  return port
}

export async function kill(child) {
  child.kill("SIGKILL")
  await once(child, "exit")
}

const connections = new Agent({ keepAlive: true })

export function post(port, path, body) {
  const text = JSON.stringify(body)
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) }
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method: "POST", agent: connections, headers }, (response) => {
      let answer = ""
      response.setEncoding("utf8").on("data", (chunk) => (answer += chunk))
      response.once("end", () =>
        response.statusCode < 300 ? resolve(JSON.parse(answer)) : reject(new Error(answer)),
      )
    })
    sent.once("error", reject)
    sent.end(text)
  })
}

/** A database server of our own, as the tests have it. */
export async function startDatabase() {
  const outfile = join(space, "postgres-cluster.mjs")
  const entryPoints = [join(here, "../support/postgres-cluster.ts")]
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" })
  const { createCluster, removeCluster } = await import(outfile)
  const settings = { max_connections: 120, shared_buffers: "256MB" }
  const cluster = await createCluster({
    directory: mkdtempSync(join(tmpdir(), "upnext-postgres-")),
    owner: process.pid,
    settings,
  })
  removeDatabase = () => removeCluster(cluster.directory)
  return {
    async create(name) {
      await ask(cluster.url, `create database ${name} template template0 encoding 'UTF8'`)
      return Object.assign(new URL(cluster.url), { pathname: name }).href
    },
  }
}

/** Asks a database. Resolves to the rows. */
export async function ask(url, sql) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

export function startServer(database, board) {
  return start("upnext-server.js", mkdtempSync(join(space, "home-")), database, board)
}

/** So many servers on one board. */
export async function servers(database, count) {
  const ports = []
  for (let i = 0; i < count; i++) ports.push(await portOf(startServer(database, `board${count}`)))
  return ports
}

export async function endAll() {
  for (const child of children) child.kill("SIGKILL")
  connections.destroy()
  await removeDatabase?.()
  rmSync(space, { recursive: true, force: true })
}
