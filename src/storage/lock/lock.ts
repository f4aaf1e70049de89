import { createHash, randomBytes } from "node:crypto"
import { link, readdir, realpath, rm } from "node:fs/promises"
import { createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { UpnextError } from "../../errors.ts"
import { asRefusal, errno } from "../../file-errors.ts"
import { makeDirectory } from "../../make-directory.ts"
import { askHolder, type Answer, type Holder } from "./holder.ts"

export interface Lock {
  /** Changes what is told to those who ask, such as the URL once it is known. */
  update(holder: Holder): void
  close(): Promise<void>
}

/**
 * One server per data directory, proven by a unix socket that listens: the kernel ends that with the process,
 * whatever kills it. Rejects with `home_locked`, naming the holder, if another has it.
 *
 * The sockets in `lock/` are numbered, and the highest number is the lock. To take it is to `link` one's own
 * socket, which listens already, to the number after one whose holder is dead. `link` lets one of many do so,
 * a dead socket never listens again, and the highest number is never removed, so nobody can take over from
 * someone alive: with a single name there is always a moment between finding it stale and removing it in which
 * somebody else has just taken it.
 */
export async function acquireLock(options: { directory: string; holder: Holder }): Promise<Lock> {
  const place = await meetingPlace(options.directory)
  let holder = options.holder
  const own = join(place, `${process.pid}-${randomBytes(4).toString("hex")}`)
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy())
    // Destroyed, or a client that never closes would keep `close` waiting.
    socket.end(JSON.stringify(holder), () => socket.destroy())
  })
  try {
    await makeDirectory(place)
    await listen(server, own)
    await take(place, own, options.directory)
  } catch (error) {
    await close(server)
    throw asRefusal(error, place)
  }
  // Closing removes the name that was listened on. It is ours alone, and nobody needs it any more.
  await rm(own, { force: true })
  return {
    update(next) {
      holder = next
    },
    close: () => close(server),
  }
}

/**
 * Who holds the lock, without taking it: undefined if nobody does. `holder` is undefined if the holder listens
 * but does not answer, as a stopped process does.
 */
export async function readLock(directory: string): Promise<{ holder: Holder | undefined } | undefined> {
  const place = await meetingPlace(directory).catch((error: unknown) => {
    if (errno(error) === "ENOENT") return undefined
    throw asRefusal(error, directory)
  })
  const number = place === undefined ? 0 : await highest(place)
  if (place === undefined || number === 0) return undefined
  const answer = await askHolder(join(place, String(number)))
  return answer.alive ? { holder: answer.holder } : undefined
}

// --- internal ---

/** `sun_path` holds 104 bytes on macOS, 108 on Linux, the closing zero included. */
const longestPath = 103
const longestName = "/4194304-ffffffff".length

/** Always the same directory for the same data directory, whatever path leads to it. */
async function meetingPlace(directory: string): Promise<string> {
  const real = await realpath(directory)
  const place = join(real, "lock")
  if (Buffer.byteLength(place) + longestName <= longestPath) return place
  return join(tmpdir(), `upnext-${createHash("sha256").update(real).digest("hex").slice(0, 16)}`)
}

async function take(place: string, own: string, directory: string): Promise<void> {
  for (;;) {
    const number = await highest(place)
    if (number > 0) {
      const answer = await askHolder(join(place, String(number)))
      if (answer.alive) throw held(directory, answer)
    }
    const mine = join(place, String(number + 1))
    try {
      await link(own, mine)
    } catch (error) {
      if (errno(error) === "EEXIST") continue
      throw error
    }
    // A listing made while others come and go may have missed the highest. Ours is not looked at by anyone then.
    if ((await highest(place)) === number + 1) return tidy(place, number)
    await rm(mine, { force: true })
  }
}

async function highest(place: string): Promise<number> {
  return Math.max(0, ...(await numbers(place)))
}

async function numbers(place: string): Promise<number[]> {
  const names = await readdir(place).catch((error: unknown) => {
    if (errno(error) === "ENOENT") return []
    throw error
  })
  return names.filter((name) => /^\d+$/.test(name)).map(Number)
}

/** Removes what is older than the last holder's. That one stays, so that no listing ever finds the place empty. */
async function tidy(place: string, last: number): Promise<void> {
  for (const number of await numbers(place))
    if (number < last) await rm(join(place, String(number)), { force: true })
}

function held(directory: string, { holder }: Answer): UpnextError {
  const who = holder
    ? ` at ${holder.url ?? "an address not known yet"} (pid ${holder.pid}, version ${holder.version})`
    : ""
  const detail = `Another Upnext server${who} uses ${directory}.`
  return new UpnextError("home_locked", { detail, ...(holder && { more: { holder } }) })
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(path, () => {
      // A connection that could not be accepted costs the one who asked an answer, and us nothing.
      server.off("error", reject).on("error", () => {})
      server.unref()
      resolve()
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
