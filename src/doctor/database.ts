import { withoutPassword } from "../storage/database-url.ts"
import { UpnextError } from "../errors.ts"
import type { SharedServer } from "../storage/storage.ts"
import type { DatabaseFindings } from "../storage/postgres/inspect.ts"
import { hintFor, hintOf } from "../terminal/hints.ts"
import { failure, ok, warn, type Check, type Surroundings } from "./check.ts"

/** Whether the database can be reached and used by this user. */
export const database: Check = {
  name: "database",
  async look(surroundings) {
    const { config, isDatabaseFound } = surroundings
    if (config.database === undefined) return undefined
    const shown = withoutPassword(config.database)
    try {
      const { version, hasTables, missingRights } = await inspectOnce(surroundings, config.database)
      if (missingRights.length > 0) {
        const user = new URL(shown).username
        return failure(
          `${shown}: its user lacks ${missingRights.join(", ")}.`,
          hintFor("database_refused", { reason: hasTables ? "table rights" : "rights", user }),
        )
      }
      return ok(`${shown} answers, PostgreSQL ${version}`, { version })
    } catch (error) {
      if (!(error instanceof UpnextError)) throw error
      if (isDatabaseFound)
        return warn(
          `The board of this data directory is in ${shown}, which this command cannot read: ${error.message}`,
          "Specify the database as you do for the server: with --database or UPNEXT_DATABASE, and its password with PGPASSWORD.",
          { code: error.code, ...error.facts },
        )
      return failure(error.message, hintOf(error), { code: error.code, ...error.facts })
    }
  },
}

/** Whether the board is in the database and can be read there. */
export const board: Check = {
  name: "board",
  needs: ["database"],
  async look(surroundings) {
    const { config } = surroundings
    const found = await findingsOf(surroundings)
    if (!found) return undefined
    const name = config.board ?? "main"
    if (!found.board) return ok(`${name} does not exist yet; the first start creates it`)
    const { seq, bytes, movedTo, isReadable } = found.board
    if (movedTo !== undefined) return failure(`${name} was moved to ${movedTo}.`, hintFor("board_moved"))
    if (!isReadable) return failure(`A newer Upnext wrote ${name}.`, hintFor("storage_newer_format"))
    return ok(`${name}, up to event ${seq}, ${bytes} bytes`, { seq })
  },
}

export const servers: Check = {
  name: "servers",
  needs: ["database"],
  async look(surroundings) {
    const found = (await findingsOf(surroundings))?.board?.servers
    if (!found) return undefined
    const [alive, silent] = [false, true].map((is) => found.filter(({ isOverdue }) => isOverdue === is))
    const detail = [
      alive?.length
        ? `${alive.length} running on the board: ${alive.map(sayServer).join(", ")}`
        : "no server is running on the board",
      ...(silent?.length
        ? [`not heard from recently, possibly killed: ${silent.map(sayServer).join(", ")}`]
        : []),
    ].join("; ")
    const versions = new Set(alive?.map(({ version }) => version))
    if (versions.size > 1)
      return warn(
        `${detail}.`,
        "The servers run different versions. Replace the older servers, one after the other.",
        { servers: found },
      )
    return ok(detail, { servers: found })
  },
}

/** The difference between this machine's clock and the database's clock, which determines when leases end. */
export const databaseClock: Check = {
  name: "clock",
  needs: ["database"],
  async look(surroundings) {
    const found = await findingsOf(surroundings)
    if (!found) return undefined
    const { clockOffsetMs, clockErrorMs } = found
    const said = `${Math.abs(clockOffsetMs)} ms ${clockOffsetMs < 0 ? "ahead of" : "behind"} the database`
    if (Math.abs(clockOffsetMs) - clockErrorMs < noteworthyMs)
      return ok(`this machine's clock is ${said}, give or take ${clockErrorMs} ms`, { clockOffsetMs })
    return warn(
      `This machine's clock is ${said}.`,
      "Leases follow the database's clock, so nothing is lost. Set the clock that is wrong.",
      { clockOffsetMs },
    )
  },
}

// --- internal ---

const noteworthyMs = 5_000

const sayServer = ({ url, host, pid, version, silentMs }: SharedServer): string =>
  `${url ?? "one that is starting"} (pid ${pid} on ${host}, version ${version}, last heard from ${Math.round(silentMs / 1000)} s ago)`

const looks = new WeakMap<Surroundings, Promise<DatabaseFindings>>()

/**
 * The database findings that all checks share. undefined if the board is in a home, or if only the running server
 * can reach the database; the check of the database reports that.
 */
async function findingsOf(surroundings: Surroundings): Promise<DatabaseFindings | undefined> {
  const { config, isDatabaseFound } = surroundings
  if (config.database === undefined) return undefined
  const look = inspectOnce(surroundings, config.database)
  return isDatabaseFound ? look.catch(() => undefined) : look
}

async function inspectOnce(surroundings: Surroundings, database: string): Promise<DatabaseFindings> {
  const known = looks.get(surroundings)
  if (known) return known
  const { inspectPostgres } = await import("../storage/postgres/parts.ts")
  const look = inspectPostgres(database, surroundings.config.board ?? "main")
  looks.set(surroundings, look)
  return look
}
