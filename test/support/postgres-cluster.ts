import { execFile, execFileSync, spawn } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { appendFile, chown, open, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { installPackage } from "./debian.ts"
import { freePort } from "./free-port.js"

/** A PostgreSQL server of our own, with its data below one directory. */
export interface Cluster {
  readonly port: number
  /** Its superuser's address of the database `postgres`. */
  readonly url: string
  readonly directory: string
  /** Ends it: `fast` as by a service manager, `immediate` as by a crash. Resolves when it is gone. */
  stop(mode?: "fast" | "immediate"): Promise<void>
  /** Starts it again at the same port. Resolves when it takes connections. */
  start(): Promise<void>
  /** What it has logged. */
  log(): Promise<string>
}

interface ClusterOptions {
  /** An empty directory, which is this cluster's from now on. */
  readonly directory: string
  /** When this process is gone, the cluster ends and its directory is removed. */
  readonly owner: number
  readonly settings?: Record<string, string | number>
}

/** Makes a cluster and starts it. Every commit is synced to the disk, as in earnest; the rest is small. */
export async function createCluster(options: ClusterOptions): Promise<Cluster> {
  const { directory, owner } = options
  const data = dataOf(directory)
  const programs = findPrograms()
  const user = postgresUser()
  if (user) await chown(directory, user.uid, user.gid)
  guard(directory, owner)
  const passwordFile = join(directory, "password")
  await writeFile(passwordFile, password)
  if (user) await chown(passwordFile, user.uid, user.gid)
  const init = ["-D", data, "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"]
  const auth = ["--auth=scram-sha-256", `--pwfile=${passwordFile}`]
  await promisify(execFile)(join(programs, "initdb"), [...init, ...auth], { cwd: directory, ...user })
  const port = await freePort()
  const settings = { ...cheap, port, unix_socket_directories: `'${directory}'`, ...options.settings }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  await appendFile(join(data, "postgresql.conf"), lines.join(""))
  const log = join(directory, "log")

  async function start(): Promise<void> {
    const output = await open(log, "a")
    const child = spawn(join(programs, "postgres"), ["-D", data], {
      cwd: directory,
      detached: true,
      stdio: ["ignore", output.fd, output.fd],
      ...user,
    })
    child.unref()
    await output.close()
    while ((await stateOf(data))?.status !== "ready") {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`PostgreSQL ended at once:\n${await readFile(log, "utf8")}`)
      await pause()
    }
  }

  await start()
  return {
    port,
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    directory,
    stop: (mode = "fast") => end(data, mode === "fast" ? "SIGINT" : "SIGQUIT"),
    start,
    log: () => readFile(log, "utf8"),
  }
}

/** Ends the cluster in this directory, if one runs there, and removes it. */
export async function removeCluster(directory: string): Promise<void> {
  await end(dataOf(directory), "SIGQUIT")
  await rm(directory, { recursive: true, force: true })
}

// --- internal ---

const dataOf = (directory: string) => join(directory, "data")

const password = "only-for-tests"

const cheap = {
  listen_addresses: "'127.0.0.1'",
  shared_buffers: "32MB",
  max_connections: 60,
  wal_level: "minimal",
  max_wal_senders: 0,
  jit: "off",
  fsync: "on",
  synchronous_commit: "on",
  lc_messages: "'C'",
  timezone: "'UTC'",
}

/** The directory of `postgres` and `initdb`, the newest there is. As root on Debian they are installed. */
function findPrograms(): string {
  const found = installed() ?? (installPackage("postgresql", quietly) ? installed() : undefined)
  if (found === undefined)
    throw new Error(
      "The tests need PostgreSQL: install it (initdb and postgres), or name one in UPNEXT_TEST_DATABASE.",
    )
  return found
}

/** Debian would at once start a cluster of its own. */
const quietly =
  "mkdir -p /etc/postgresql-common && echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf"

function installed(): string | undefined {
  const debian = "/usr/lib/postgresql"
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const inPath = (process.env["PATH"] ?? "").split(":")
  return [...versions.map((version) => join(debian, version, "bin")), ...inPath].find(
    (directory) => existsSync(join(directory, "initdb")) && existsSync(join(directory, "postgres")),
  )
}

/** PostgreSQL refuses to run as root. */
export function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"]))
  return { uid: idOf("-u"), gid: idOf("-g") }
}

/** A process that outlives the tests for a second: an interrupted run leaves no server behind. */
function guard(directory: string, owner: number): void {
  const script = `
    while [ -d "$1" ] && kill -0 "$2" 2>/dev/null; do sleep 1; done
    [ -d "$1" ] || exit 0
    kill -QUIT "$(head -n 1 "$1/data/postmaster.pid")" 2>/dev/null
    sleep 1
    rm -rf "$1"`
  const args = ["-c", script, "postgres-guard", directory, String(owner)]
  spawn("sh", args, { detached: true, stdio: "ignore", cwd: "/" }).unref()
}

/** What the server says of itself, as `pg_ctl` reads it. */
async function stateOf(data: string): Promise<{ pid: number; status: string | undefined } | undefined> {
  const text = await readFile(join(data, "postmaster.pid"), "utf8").catch(() => undefined)
  const lines = text?.split("\n")
  return lines && { pid: Number(lines[0]), status: lines[7]?.trim() }
}

async function end(data: string, signal: NodeJS.Signals): Promise<void> {
  const { pid } = (await stateOf(data)) ?? {}
  if (pid === undefined || !isAlive(pid)) return
  process.kill(pid, signal)
  while (isAlive(pid)) await pause()
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
