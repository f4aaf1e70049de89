import { connect, createServer, type AddressInfo, type Socket } from "node:net"
import { afterAll } from "vitest"

/** When the connection of a commit breaks, seen from the server that commits. */
export type Moment = "before" | "during" | "after" | "interrupted"

/** What lies between one server and its PostgreSQL, and speaks enough of its protocol to break it at a given moment. */
export interface DatabaseProxy {
  /** The address of the database by way of this proxy. */
  readonly url: string
  /**
   * Breaks the connection of the next commit that appends something: before COMMIT is passed on, as it is passed on, or
   * when it is done but not yet answered; `interrupted`: then, with the word of an administrator who ends the session.
   * Resolves when that has happened.
   */
  cutNextCommit(moment: Moment): Promise<void>
  /** Keeps back the next COMMIT that appends something, so that its server holds the lock. Resolves when that has happened. */
  holdNextCommit(): Promise<{ letGo(): void }>
  /** Breaks all connections and takes no new one, until it is mended. */
  breakOff(): void
  /** Passes nothing on any more and says nothing, as when a cable is pulled, until it is mended. */
  freeze(): void
  /** Swallows notices: LISTEN works, but nothing is ever heard. */
  muteNotices(): void
  mend(): void
  /** How many notices were swallowed. */
  readonly muted: number
}

/** A proxy for one server of a test file. It ends with the file. */
export async function startDatabaseProxy(database: string): Promise<DatabaseProxy> {
  const target = new URL(database)
  const open = new Set<() => void>()
  let state: "open" | "broken" | "frozen" | "mute" = "open"
  let muted = 0
  let next: { moment: Moment | "hold"; reached(letGo: () => void): void } | undefined
  let thaw: (() => void)[] = []

  const server = createServer((client) => {
    if (state === "broken") return client.destroy()
    const upstream = connect(Number(target.port || 5432), target.hostname)
    const end = () => {
      open.delete(end)
      client.destroy()
      upstream.destroy()
    }
    open.add(end)
    for (const socket of [client, upstream]) socket.on("error", end).on("close", end).setNoDelay(true)
    let awaited: typeof next
    let hasAppended = false

    const toServer = frames(true, (frame) => {
      hasAppended ||= isAppend(frame)
      if (!next || !hasAppended || !isCommit(frame)) return upstream.write(frame)
      hasAppended = false
      const { moment, reached } = next
      const isAfter = moment === "after" || moment === "interrupted"
      awaited = isAfter ? next : undefined
      next = undefined
      if (moment === "hold") return reached(() => upstream.write(frame))
      if (moment !== "before") upstream.write(frame)
      // The bytes leave before the socket is closed: PostgreSQL gets the COMMIT, but cannot send its answer.
      if (moment === "during")
        upstream.end(() => {
          client.destroy()
          reached(() => undefined)
        })
      if (moment === "before") {
        end()
        reached(() => undefined)
      }
    })
    const toClient = frames(false, (frame) => {
      if (awaited && isCommitted(frame)) {
        if (awaited.moment === "interrupted") client.end(terminated, end)
        else end()
        return awaited.reached(() => undefined)
      }
      if (state === "mute" && frame[0] === notice) muted += 1
      else client.write(frame)
    })
    const pass = (socket: Socket, on: (chunk: Buffer) => void) =>
      socket.on("data", (chunk: Buffer) => (state === "frozen" ? thaw.push(() => on(chunk)) : on(chunk)))
    pass(client, toServer)
    pass(upstream, toClient)
  })

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  proxies.push(() => {
    server.close()
    for (const end of open) end()
  })

  return {
    url: Object.assign(new URL(database), { host: `127.0.0.1:${port}` }).href,
    cutNextCommit: (moment) => new Promise((resolve) => (next = { moment, reached: () => resolve() })),
    holdNextCommit: () =>
      new Promise((resolve) => (next = { moment: "hold", reached: (letGo) => resolve({ letGo }) })),
    breakOff() {
      state = "broken"
      for (const end of open) end()
    },
    freeze: () => void (state = "frozen"),
    muteNotices: () => void (state = "mute"),
    mend() {
      state = "open"
      const waiting = thaw
      thaw = []
      for (const go of waiting) go()
    },
    get muted() {
      return muted
    },
  }
}

// --- internal ---

const proxies: (() => void)[] = []
afterAll(() => {
  for (const end of proxies.splice(0)) end()
})

/** NotificationResponse. */
const notice = "A".charCodeAt(0)

/** A query, or a statement that is prepared, which appends to a table. */
const isAppend = (frame: Buffer): boolean => /^[QP][^]*\binsert into\b/i.test(frame.toString("latin1"))

/** A query, or a statement that is prepared, which ends with COMMIT. */
const isCommit = (frame: Buffer): boolean => /^[QP][^]*\bcommit\s*;?\s*\0/i.test(frame.toString("latin1"))

/** CommandComplete of a COMMIT. */
function isCommitted(frame: Buffer): boolean {
  return frame.toString("latin1", 0, 12) === "C\0\0\0\x0bCOMMIT\0"
}

/** ErrorResponse: FATAL, admin_shutdown. */
const terminated = message("E", ["SFATAL", "VFATAL", "C57P01", "Mterminating connection", ""])

function message(type: string, fields: readonly string[]): Buffer {
  const body = Buffer.from(fields.map((field) => `${field}\0`).join(""))
  const head = Buffer.from(`${type}0000`)
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Cuts a stream of the protocol into its messages: a type and a length, but for the first one of a client. */
function frames(hasStart: boolean, take: (frame: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let isStart = hasStart
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = isStart ? 0 : 1
      if (rest.length < head + 4) return
      const length = head + rest.readUInt32BE(head)
      if (rest.length < length) return
      take(rest.subarray(0, length))
      rest = rest.subarray(length)
      isStart = false
    }
  }
}
