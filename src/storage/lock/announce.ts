import { randomBytes } from "node:crypto"
import { rename, rm } from "node:fs/promises"
import { basename, join } from "node:path"
import { makeDirectory } from "../../machine/make-directory.ts"
import { answerWith, closeServer, listenOn } from "./answer.ts"
import { announced, announcePlaces, isOwn } from "./find.ts"
import { askHolder, type Holder } from "./holder.ts"
import type { Lock } from "./lock.ts"
import { forgetNote, leaveLast, leaveNote } from "./note.ts"

/**
 * Lets commands find a server by its home. It does not exclude other servers, because servers on a database may
 * share a home. If the home cannot be written, the socket is in the temporary directory. undefined if the socket
 * can be in neither.
 */
export async function announce(home: string, initial: Holder): Promise<Lock | undefined> {
  let holder = initial
  await makeDirectory(home).catch(() => []) // a home without a config need not be there
  for (const place of announcePlaces(home)) {
    const server = answerWith(() => holder)
    const path = join(place, `${process.pid}-${randomBytes(4).toString("hex")}`)
    // Commands do not look at a socket with this name. The socket gets its real name once it answers.
    const begun = join(place, `.${basename(path)}`)
    try {
      await makeDirectory(place)
      if (!isOwn(place, home)) continue
      await removeDead(place)
      await listenOn(server, begun)
      await rename(begun, path)
    } catch {
      await closeServer(server)
      continue
    }
    return {
      update(next) {
        holder = next
        leaveNote(path, next)
      },
      async close() {
        leaveLast(place, holder)
        forgetNote(path)
        await closeServer(server)
        await rm(path, { force: true })
      },
    }
  }
  return undefined
}

// --- internal ---

/** A server that was killed leaves its socket behind. */
async function removeDead(place: string): Promise<void> {
  for (const name of announced(place)) {
    const { alive } = await askHolder(join(place, name))
    if (alive) continue
    forgetNote(join(place, name))
    await rm(join(place, name), { force: true })
  }
}
