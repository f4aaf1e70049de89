import { machineFiles } from "../../machine/files.ts"
import { machineRuntime } from "../../machine/runtime.ts"
import { makeTemporary, type TemporaryDirectory } from "../../machine/temporary-directory.ts"
import { createAttachmentStore, type AttachmentStore } from "../attachments/store.ts"
import { loadReader } from "../command-reader.ts"
import type { Storage } from "../storage.ts"
import { databaseDriver, type DatabaseDriverOptions } from "./attachments.ts"
import { linkToBoard } from "./board-links.ts"
import { createDatabaseClock } from "./clock.ts"
import { createCommitter } from "./committer.ts"
import { createFollower } from "./follower.ts"
import { createHeadReader } from "./head.ts"
import { createLink } from "./link.ts"
import { createPostgresLog } from "./log.ts"
import { defaultTimes, type PostgresOptions } from "./options.ts"
import { createReadPlace } from "./place.ts"
import { createReach } from "./reach.ts"
import { createRegistration } from "./registration.ts"
import { createSnapshots } from "./snapshots.ts"
import { takeTurn } from "./turn.ts"

/**
 * Opens a board in a PostgreSQL database, which several servers may share; creates the tables and the board if they
 * do not exist. Rejects with `database_unreachable`, `database_refused` (password, rights, no such database),
 * `database_unfit`, `storage_newer_format` or `board_moved` within a few seconds. The messages never contain a
 * password.
 */
export async function openPostgres(options: PostgresOptions): Promise<Storage> {
  const { database, board: name, holder, warn, snapshotAfter } = options
  const readCommands = await loadReader(options.readCommands)
  const times = { ...defaultTimes, ...options.times }
  const links = await linkToBoard(options, times)
  const { at, version, side, connection } = links
  const { board, key } = links.row

  const place = createReadPlace(name, readCommands)
  const clock = createDatabaseClock(() => performance.now())
  const reader = createHeadReader({ board, name, place, clock, times })
  const registration = createRegistration({ board, link: side, holder, times })
  await registration.enter(reader.look).catch(links.refuse)

  const reach = createReach(at, () => follower.noteOutage())
  const snapshots = createSnapshots({ board, name, place, connection, warn, link: side, snapshotAfter })
  const committer = createCommitter({
    links,
    place,
    clock,
    reader,
    reach,
    times,
    onAppended: (seq) => follower.tellAppended(seq),
  })
  const attachments = openAttachments({ board, at, link: createLink(connection) })
  const log = createPostgresLog({ links, place, committer, snapshots, reach, readCommands, times })
  const follower = createFollower({ links, registration, times, place, reach, look: committer.look })

  let closing: Promise<void> | undefined
  function close(): Promise<void> {
    return (closing ??= (async () => {
      await attachments.close()
      await log.close()
      await follower.close()
      await registration.leave()
      await links.close()
    })())
  }

  return {
    log: {
      ...log,
      async commit(decide) {
        await log.commit(decide)
        registration.noteServing()
      },
      watch: follower.watch,
      wall: clock.now,
      peers: { tell: follower.tell, hear: follower.hear },
      close,
    },
    attachments,
    source: { kind: "database", url: database, board, name },
    key,
    shared: {
      agree: registration.agree,
      takeTurn: () => takeTurn({ board, direct: links.direct, side }),
      report: () => ({
        version,
        isReachable: reach.isReachable,
        silentMs: reach.silentMs(),
        behind: follower.behind(),
        isListening: follower.isListening,
        clockOffsetMs: Math.round(clock.now() - Date.now()),
        servers: registration.servers,
      }),
    },
    update: registration.update,
    close,
  }
}

// --- internal ---

/** Files pass through a directory on this machine, so that a slow sender does not keep a transaction open. */
function openAttachments(options: DatabaseDriverOptions): AttachmentStore {
  const { monotonic } = machineRuntime
  let made: TemporaryDirectory | undefined
  const store = createAttachmentStore({
    driver: databaseDriver(options),
    monotonic,
    async spoolIn() {
      made = await makeTemporary()
      return { path: made.path, files: machineFiles }
    },
  })
  return {
    ...store,
    async close() {
      await store.close()
      await made?.remove()
    },
  }
}
