/** The servers and the database of a benchmark on PostgreSQL. `endAll` ends and removes all of it. */
import { build } from "esbuild"
import { mkdtempSync } from "node:fs"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { endAll as endPrograms, endServers, portOf, space, start } from "./programs.js"

const here = new URL(".", import.meta.url).pathname
let removeDatabase

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
  endServers()
  connections.destroy()
  await removeDatabase?.()
  endPrograms()
}
