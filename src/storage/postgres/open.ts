import { randomUUID } from "node:crypto"
import { loadReader } from "../command-reader.ts"
import type { Holder } from "../lock/holder.ts"
import type { Log } from "../log.ts"
import type { DatabaseReport, Storage } from "../storage.ts"
import { parseAddress } from "./address.ts"
import { agreeOn } from "./agree.ts"
import { checkDatabase, openBoard } from "./board.ts"
import { createDatabaseClock } from "./clock.ts"
import type { ConnectionOptions } from "./connection.ts"
import { checkDirect } from "./direct.ts"
import { asRefusedStart, isDenied } from "./failures.ts"
import { createFollower } from "./follower.ts"
import { createHeadReader } from "./head.ts"
import { createLink } from "./link.ts"
import { createPostgresLog } from "./log.ts"
import { defaultTimes, type PostgresOptions } from "./options.ts"
import { createReadPlace } from "./place.ts"
import { hasTables, migrate } from "./schema.ts"
import { forgetServers, listServers, removeServer, renewBoard, renewServer } from "./servers.ts"
import { createSnapshots } from "./snapshots.ts"

/**
 * Opens a board in a PostgreSQL, which several servers may do; makes the tables and the board where there are none.
 * Rejects with `database_unreachable`, `database_refused` (password, rights, no such database), `database_unfit`,
 * `storage_newer_format` or `board_moved`, within some seconds. No message holds a password.
 */
export async function openPostgres(options: PostgresOptions): Promise<Storage> {
  const { database, databaseDirect = database, board: name, warn } = options
  const readCommands = await loadReader(options.readCommands)
  const times = { ...defaultTimes, ...options.times }
  const at = parseAddress(database)
  const connection: ConnectionOptions = {
    url: database,
    connectMs: times.connectMs,
    answerMs: times.answerMs,
  }
  const direct = { ...connection, url: databaseDirect }
  const [link, side] = [createLink(connection), createLink(connection)]
  const closeLinks = () => Promise.all([link.close(), side.close()])
  const refuse = async (error: unknown): Promise<never> => {
    const found = isDenied(error) && (await link.use(hasTables).catch(() => false))
    await closeLinks()
    throw asRefusedStart(error, at, found)
  }

  const { row, version } = await link
    .insist(async (opened) => {
      const found = await checkDatabase(opened, at)
      await migrate(opened, at)
      return { version: found, row: await openBoard(opened, { name, key: options.key }) }
    }, times.startMs)
    .catch(refuse)

  if (databaseDirect !== database) await checkDirect(direct, row, times.startMs).catch(refuse)

  const { board, key } = row
  const id = randomUUID()
  const place = createReadPlace(name, readCommands)
  const clock = createDatabaseClock(() => performance.now())
  const reader = createHeadReader({ board, name, place, clock, times })
  let { holder } = options
  let isServing = false
  let isReachable = true
  let lastAnswer = performance.now()
  let outage: { readonly since: number; isTold: boolean } | undefined
  let announced = 0
  let others = 0

  const snapshots = createSnapshots({
    board,
    name,
    place,
    connection,
    warn,
    link: side,
    dueAfter: options.snapshotAfter ?? 16 * 1024 * 1024,
  })
  const log = createPostgresLog({
    board,
    name,
    at,
    place,
    clock,
    reader,
    link,
    side,
    snapshots,
    readCommands,
    times,
    onAppended: (seq) => follower.tellAppended(seq),
    onReach(now) {
      isReachable = now
      if (now) {
        lastAnswer = performance.now()
        outage = undefined
      } else {
        outage ??= { since: performance.now(), isTold: false }
        follower.noteOutage()
      }
    },
  })
  const watchers = new Set<() => void>()
  const callBack = () => {
    for (const watcher of watchers) watcher()
  }

  /** A server that nobody writes to would not notice, and would be healthy until somebody writes. */
  function tellOfOutage(): void {
    if (!outage || outage.isTold || performance.now() - outage.since < times.patienceMs) return
    outage.isTold = true
    callBack()
  }

  const renew = (): Promise<void> =>
    side.use(async (opened) => {
      await renewServer(opened, board, id, holder)
      if (isServing) await renewBoard(opened, board)
      others = (await listServers(opened, board, times.lapseMs, id)).length
    })

  await side
    .use(async (opened) => {
      await reader.look(opened)
      await forgetServers(opened, board)
      await renewServer(opened, board, id, holder)
    })
    .catch(refuse)

  const follower = createFollower({
    board,
    id,
    link: side,
    times,
    renew,
    listenOn: direct,
    onAppended(seq) {
      announced = Math.max(announced, seq)
      if (seq > place.read.seq) callBack()
    },
    async poll() {
      try {
        if (await log.look()) callBack()
      } catch (error) {
        tellOfOutage()
        throw error
      }
    },
  })

  const shared: Log = {
    ...log,
    async commit(decide) {
      await log.commit(decide)
      isServing = true
    },
    watch(listener) {
      watchers.add(listener)
      return () => void watchers.delete(listener)
    },
    wall: clock.now,
    peers: { tell: follower.tell, hear: follower.hear },
    close,
  }

  let closing: Promise<void> | undefined
  function close(): Promise<void> {
    return (closing ??= (async () => {
      await log.close()
      watchers.clear()
      await follower.close()
      // A database that cannot be reached lets the row lapse.
      await side.use((opened) => removeServer(opened, board, id, times.lapseMs)).catch(() => undefined)
      await closeLinks()
    })())
  }

  return {
    log: shared,
    source: { kind: "database", url: database, board, name },
    key,
    shared: {
      agree: (decide) => agreeOn(decide, { board, id, link: side, times }),
      report: (): DatabaseReport => ({
        version,
        isReachable,
        silentMs: isReachable ? 0 : Math.round(performance.now() - lastAnswer),
        behind: Math.max(0, announced - place.handed.seq),
        isListening: follower.isListening,
        clockOffsetMs: Math.round(clock.now() - Date.now()),
        servers: others + 1,
      }),
    },
    update(next: Holder) {
      holder = next
      // Told again with the next renewal, if this one fails.
      void renew().catch(() => undefined)
    },
    close,
  }
}
