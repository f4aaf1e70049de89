import { randomBytes } from "node:crypto"
import { constants } from "node:fs"
import { access, link, rm } from "node:fs/promises"
import { join } from "node:path"
import { fail, UpnextError } from "../../errors.ts"
import { asRefusal, errno } from "../../machine/file-errors.ts"
import { makeDirectory } from "../../machine/make-directory.ts"
import { highest, isOwn, meetingPlace, numbers } from "./find.ts"
import { answerWith, closeServer, listenOn } from "./answer.ts"
import { askHolder, type HolderAnswer, type Holder } from "./holder.ts"
import { forgetNote, leaveLast, leaveNote, readNote } from "./note.ts"

export type Lock = Awaited<ReturnType<typeof acquireLock>>

/**
 * One server per data directory, proven by a listening unix socket: the kernel closes the socket with the process,
 * whatever kills it. Rejects with `home_locked`, naming the holder, if another server has the lock. The sockets in
 * `lock/` are numbered, and the socket with the highest number is the lock. To take the lock, a process uses `link`
 * to give its own socket, which already listens, the number after a socket whose holder is dead. `link` lets only
 * one of several processes do so, a dead socket never listens again, and the highest number is never removed, so
 * nobody can take over from a live holder. With a single name there would always be a moment, between finding it
 * stale and removing it, in which another process has just taken it.
 */
export async function acquireLock(options: { directory: string; holder: Holder }) {
  const place = meetingPlace(options.directory)
  let holder = options.holder
  const own = join(place, `${process.pid}-${randomBytes(4).toString("hex")}`)
  const server = answerWith(() => holder)
  let lock: string
  try {
    await makeDirectory(place)
    if (!isOwn(place, options.directory)) failForeign(place)
    await listenOn(server, own)
    lock = await take(place, own, options.directory)
  } catch (error) {
    await closeServer(server)
    throw asRefusal(error, place)
  }
  // The name on which this process first listens belongs to it alone, and is no longer needed.
  await rm(own, { force: true })
  return {
    /** Changes what the lock says about its holder, such as the URL once it is known. */
    update(next: Holder): void {
      holder = next
      leaveNote(lock, next)
    },
    async close(): Promise<void> {
      leaveLast(place, holder)
      forgetNote(lock)
      await closeServer(server)
    },
  }
}

// --- internal ---

/** Resolves to the socket that is the lock now. */
async function take(place: string, own: string, directory: string): Promise<string> {
  for (;;) {
    const number = highest(place)
    if (number > 0) {
      const socket = join(place, String(number))
      const answer = await askHolder(socket)
      // One of another user, who may be gone, lets nobody ask.
      if (answer.alive && !answer.holder)
        await access(socket, constants.W_OK).catch((error: unknown) => {
          throw asRefusal(error, socket)
        })
      if (answer.alive) throw held(directory, answer, readNote(socket))
    }
    const mine = join(place, String(number + 1))
    try {
      await link(own, mine)
    } catch (error) {
      if (errno(error) === "EEXIST") continue
      throw error
    }
    // A listing made while other servers come and go may miss the highest number. In that case no other process
    // asks our socket, so the socket is removed again.
    if (highest(place) === number + 1) {
      await tidy(place, number)
      return mine
    }
    await rm(mine, { force: true })
  }
}

/**
 * Removes sockets older than the last holder's. The last holder's socket stays, so that no listing ever finds the
 * directory empty.
 */
async function tidy(place: string, last: number): Promise<void> {
  forgetNote(join(place, String(last)))
  for (const number of numbers(place))
    if (number < last) await rm(join(place, String(number)), { force: true })
}

function failForeign(place: string): never {
  fail("home_not_writable", {
    detail: `${place}, the location of the lock, is not a directory that only this user can change.`,
    facts: { path: place, obstacle: "foreign" },
  })
}

function held(directory: string, { holder: answered }: HolderAnswer, noted: Holder | undefined): UpnextError {
  const holder = answered ?? noted
  const who = holder
    ? ` at ${holder.url ?? "an address that is not known yet"} (pid ${holder.pid}, version ${holder.version})`
    : ""
  const detail = `Another Upnext server${who} is using ${directory}${answered ? "" : ", but is not responding"}.`
  const facts = { ...(holder && { server: holder }), ...(!answered && { isSilent: true }) }
  return new UpnextError("home_locked", { detail, facts })
}
