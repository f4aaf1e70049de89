import { lastOf, listTimed } from "../backup/timed-files.ts"
import { formatDuration } from "../domain/wire/duration.ts"
import { findRunning } from "../home/running.ts"
import { ok, warn, type Check, type Surroundings } from "./check.ts"
import { reportOf } from "./storage.ts"

/** How old the last timed backup is, where the configuration asks for any. One made by hand may lie anywhere. */
export const backup: Check = {
  name: "backup",
  async look(surroundings) {
    const { backup: settings } = surroundings.config
    if (!settings) return undefined
    const { to, everyMs } = settings
    const board = await boardOf(surroundings)
    if (board === undefined) return ok(`timed ones go to ${to}; their board is not known yet`)
    const now = Date.now()
    const at = lastOf(await listTimed(to, board), now)
    if (at === undefined) return warn(`There is no timed backup of this board in ${to}.`, hint, { to })
    const age = `the last timed one in ${to} is ${formatDuration(now - at)} old`
    const more = { at: new Date(at).toISOString(), ageMs: now - at, everyMs }
    if (now - at > 2 * everyMs)
      return warn(`${age}, but one is due every ${formatDuration(everyMs)}.`, hint, more)
    return ok(age, more)
  },
}

// --- internal ---

const hint = "A server makes them while it runs: check that it does, and what its log says about backups."

/** The id of the board, by its journal or by a server that runs on it. */
async function boardOf(surroundings: Surroundings): Promise<string | undefined> {
  const { home, config, askHealth } = surroundings
  // What cannot be read is the finding of other checks.
  if (config.database === undefined)
    return (await reportOf(surroundings).catch(() => undefined))?.journal.board
  const url = (await findRunning(home))?.holder?.url
  const health = url === undefined ? undefined : await askHealth(url, 2000).catch(() => undefined)
  return health?.board
}
