import { randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readFile, rename, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterAll, beforeAll, inject } from "vitest"
import { createCluster, removeCluster, type Cluster } from "./postgres-cluster.ts"

/** An empty database of a real PostgreSQL. */
export interface Database {
  /** Its address with user and password. The user owns the database and is no superuser, as it should be. */
  readonly url: string
  /** Asks as an administrator, in this database. */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>
}

/**
 * A database for all tests of a file, on the one server of the run, or on the one that `UPNEXT_TEST_DATABASE` names
 * (an administrator's address). It is there from the first test to the last.
 */
export function useDatabase(): Database {
  const database = createDatabase(async () => process.env["UPNEXT_TEST_DATABASE"] ?? (await sharedServer()))
  afterAll(database.drop)
  return database
}

/** A server of the file's own, which a test may stop, start and break, and a database on it. */
export function useCluster(settings: Record<string, string | number> = {}): Database & Cluster {
  let cluster: Cluster | undefined
  const running = (): Cluster => cluster ?? fail("The cluster starts before the first test.")
  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), "upnext-postgres-"))
    cluster = await createCluster({ directory, owner: inject("postgres").owner, settings })
  })
  const database = createDatabase(() => Promise.resolve(running().url))
  afterAll(() => cluster && removeCluster(cluster.directory))
  return {
    query: database.query,
    stop: (mode) => running().stop(mode),
    start: () => running().start(),
    log: () => running().log(),
    get url() {
      return database.url
    },
    get port() {
      return running().port
    },
    get directory() {
      return running().directory
    },
  }
}

// --- internal ---

function createDatabase(administrator: () => Promise<string>): Database & { drop(): Promise<void> } {
  const name = `test_${randomBytes(6).toString("hex")}`
  const password = randomBytes(12).toString("hex")
  let admin = ""
  let url = ""
  const ask = async <Row>(address: string, sql: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: address })
    // A test may end the server's connections at any moment; the query that is under way rejects then.
    client.on("error", () => undefined)
    await client.connect()
    try {
      return (await client.query(sql, [...values])).rows as Row[]
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  beforeAll(async () => {
    admin = await administrator()
    await ask(admin, `create role ${name} login password '${password}'`)
    await ask(admin, `create database ${name} owner ${name} template template0 encoding 'UTF8'`)
    url = Object.assign(new URL(admin), { pathname: name, username: name, password }).href
  })
  return {
    get url() {
      return url
    },
    query: (sql, values) => ask(Object.assign(new URL(admin), { pathname: name }).href, sql, values),
    async drop() {
      if (url === "") return
      await ask(admin, `drop database if exists ${name} with (force)`)
      await ask(admin, `drop role if exists ${name}`)
    },
  }
}

/** The address of the run's one server, started by whichever file comes first. */
async function sharedServer(): Promise<string> {
  const { directory, owner } = inject("postgres")
  const [said, failed] = [join(directory, "url"), join(directory, "failed")]
  const isFirst = await mkdir(join(directory, "starting")).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    try {
      const { url } = await createCluster({ directory, owner })
      await writeFile(`${said}.new`, url)
      await rename(`${said}.new`, said)
    } catch (error) {
      await writeFile(failed, String(error))
      throw error
    }
  }
  while (!existsSync(said)) {
    if (existsSync(failed)) throw new Error(await readFile(failed, "utf8"))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return readFile(said, "utf8")
}

function fail(message: string): never {
  throw new Error(message)
}
