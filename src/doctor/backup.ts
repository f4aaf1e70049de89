import { lastOf, listTimed } from "../backup/timed-files.ts"
import { formatDuration } from "../domain/wire/duration.ts"
import { findRunning } from "../home/running.ts"
import { ok, warn, type Check, type Surroundings } from "./check.ts"
import { reportOf } from "./storage.ts"

/**
 * The age of the last timed backup, if the configuration asks for timed backups. A backup made by hand may be
 * anywhere, so it is not checked.
 */
export const backup: Check = {
  name: "backup",
  async look(surroundings) {
    const { backup: settings } = surroundings.config
    if (!settings) return undefined
    const { to, everyMs } = settings
    const board = await boardOf(surroundings)
    if (board === undefined) return ok(`timed backups are written to ${to}; their board is not known yet`)
    const now = Date.now()
    const at = lastOf(await listTimed(to, board), now)
    if (at === undefined) return warn(`There is no timed backup of this board in ${to}.`, hint, { to })
    const age = `the last timed backup in ${to} is ${formatDuration(now - at)} old`
    const more = { at: new Date(at).toISOString(), ageMs: now - at, everyMs }
    if (now - at > 2 * everyMs)
      return warn(`${age}, but one is due every ${formatDuration(everyMs)}.`, hint, more)
    return ok(age, more)
  },
}

// --- internal ---

const hint =
  "A running server makes the backups. Check that a server is running, and read what its log says about backups."

/** The board's id, from its journal or from a server that is running on it. */
async function boardOf(surroundings: Surroundings): Promise<string | undefined> {
  const { home, config, askHealth } = surroundings
  // Data that cannot be read is reported by other checks.
  if (config.database === undefined)
    return (await reportOf(surroundings).catch(() => undefined))?.journal.board
  const url = (await findRunning(home))?.holder?.url
  const health = url === undefined ? undefined : await askHealth(url, 2000).catch(() => undefined)
  return health?.board
}
