import { Socket } from "node:net"
import pg from "pg"
import { errno } from "../../machine/file-errors.ts"

/** The connection could not be made, or it broke. The statements that were sent may have been executed. */
export class ConnectionLost extends Error {}

/** One row as texts, in the order of the columns. */
export type Row = readonly (string | null)[]

/** A single connection. It runs one query at a time; after a failure of the connection itself, `isBroken` is true. */
export interface DatabaseConnection {
  /** Sends one or more statements in one message; resolves to the rows of each. */
  query(text: string, answerMs?: number): Promise<Row[][]>
  /** One statement with values apart from its text. */
  ask(text: string, values: readonly unknown[], answerMs?: number): Promise<Row[]>
  /** Hears the notices of all channels that it listens on. */
  hear(listener: (payload: string) => void): void
  /** Called once when the connection ends without `close`. */
  readonly ended: Promise<void>
  readonly isBroken: boolean
  /** Says goodbye and frees the socket. */
  close(): Promise<void>
  /** Frees the socket at once. */
  destroy(): void
}

export interface ConnectionOptions {
  readonly url: string
  readonly connectMs: number
  readonly answerMs: number
}

/** This query and all later ones reject with `ConnectionLost`, or with the error that PostgreSQL returns. */
export async function connect({ url, connectMs, answerMs }: ConnectionOptions): Promise<DatabaseConnection> {
  let socket = new Socket()
  const client = createClient({
    connectionString: withLibpqMeaning(url),
    stream: () => (socket = new Socket()),
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    fallback_application_name: "upnext",
    types: { getTypeParser: () => asText },
  })
  // The client asks for a password file if it has no password. The file is read only if the database requires a
  // password.
  client.password ||= ""
  let isBroken = false
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  // Without a listener, a broken connection would end the process. Pending queries are rejected separately.
  client.on("error", () => fallApart())
  client.on("end", () => fallApart())

  function fallApart(): void {
    isBroken = true
    socket.destroy()
    end()
  }

  async function inTime<T>(answer: Promise<T>, limit: number): Promise<T> {
    const late = { is: false }
    const timer = setTimeout(() => {
      late.is = true
      fallApart()
    }, limit)
    try {
      return await answer
    } catch (error) {
      if (sqlState(error) !== undefined) throw error
      const said = error instanceof Error ? error.message || errno(error) : String(error)
      throw new ConnectionLost(late.is ? `no answer came within ${limit} ms` : said, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  const connection: DatabaseConnection = {
    async query(text, limit = answerMs) {
      const results: unknown = await inTime(client.query({ text, rowMode: "array" }), limit)
      return (Array.isArray(results) ? results : [results]).map(({ rows }: { rows: Row[] }) => rows)
    },
    async ask(text, values, limit = answerMs) {
      const { rows } = await inTime(
        client.query<(string | null)[]>({ text, values: [...values], rowMode: "array" }),
        limit,
      )
      return rows
    },
    hear: (listener) => void client.on("notification", ({ payload }) => listener(payload ?? "")),
    ended,
    get isBroken() {
      return isBroken
    },
    async close() {
      if (isBroken) return
      await inTime(client.end(), closeMs).catch(() => undefined) // broken while it was closed
      fallApart()
    },
    destroy: fallApart,
  }
  try {
    await inTime(client.connect(), connectMs)
    await connection.query("set client_encoding = 'UTF8'")
    return connection
  } catch (error) {
    fallApart()
    throw error
  }
}

/** The five-character code with which PostgreSQL classifies its errors; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && "severity" in error ? errno(error) : undefined
}

/** What `sqlState` gives where a table is missing. */
export const noSuchTable = "42P01"

// --- internal ---

const closeMs = 1_000

/** Reads the certificates that the URL names, which existed at startup. */
function createClient(options: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client(options)
  } catch (error) {
    throw new ConnectionLost(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

const asText = (value: string | Buffer): string => value.toString()

/**
 * `sslmode` as libpq and psql interpret it. The client interprets these two values differently, and will change
 * that.
 */
function withLibpqMeaning(url: string): string {
  return /[?&]sslmode=(?:require|verify-ca)\b/.test(url) ? `${url}&uselibpqcompat=true` : url
}
