import type { HealthDocument } from "../client/contract.ts"
import { failure, ok, warn, type Check } from "./check.ts"
import { findRunning } from "../home/running.ts"

/** The health and the version of the server that runs on this home. */
export const server: Check = {
  name: "server",
  needs: ["lock", "database"],
  async look({ home, version, askHealth, startCommand, isDatabaseFound }) {
    const held = await findRunning(home)
    // The check of the lock tells of it, with the command that starts it on its database.
    if (!held && isDatabaseFound) return undefined
    if (!held) return ok(`not running; \`${startCommand()}\` starts it`)
    const url = (held.holder ?? held.noted)?.url
    if (url === undefined)
      return warn("Its address is not known yet.", "It may be starting: look again in a moment.")
    const health = await askHealth(url, 2000).catch(() => undefined)
    if (health === undefined)
      return failure(
        `${url} does not answer, though its process lives (pid ${(held.holder ?? held.noted)?.pid}).`,
        "Look at its own output, then restart it.",
      )
    if (health.status !== "ok") {
      const why = typeof health.detail === "string" ? `: ${health.detail}` : ""
      const judge = health.status === "degraded" ? warn : failure
      return judge(`${url} says ${health.status}${why}`, hintOf(health), { health })
    }
    if (health.version !== version) {
      return warn(
        `${url} is of version ${health.version}, this is ${version}.`,
        "Restart the server to use the new version.",
        { health },
      )
    }
    if (health.database?.listening === false)
      return warn(
        `${url} gets no notices from other servers: it asks the database every second.`,
        "A pooler in transaction mode passes no notices on: start it with --database-direct, PostgreSQL's own address.",
        { health },
      )
    return ok(`${url} is well, version ${version}${sayDatabase(health.database)}`, { health })
  },
}

// --- internal ---

function sayDatabase(database: HealthDocument["database"]): string {
  return database
    ? `; it hears the other servers, ${database.behind} events behind, its clock ${database.clockOffsetMs} ms off`
    : ""
}

function hintOf({ status, search, backup, notify, isReplaced, detail }: HealthDocument): string {
  if (status === "degraded" && search) return searchHint
  if (status === "degraded" && backup?.detail !== undefined && backup.detail === detail) return backupHint
  if (status === "degraded" && notify?.detail !== undefined && notify.detail === detail) return notifyHint
  if (status === "degraded" && isReplaced) return "Restart the server: `upnext stop`, then `upnext start`."
  return hints[status] ?? otherHint
}

/** What to do, by the status that the server gives. */
const hints: Readonly<Record<string, string>> = {
  routes_failed: "Look at its own output, then restart it; if it happens again, reinstall it.",
  degraded: "Writes go on. The findings above name what is damaged; restore it from a backup.",
  storage_full: "Make room on its disk; it writes again by itself then.",
  storage_failed: "Look for the disk in its own output, fix that, then restart it.",
}
const searchHint =
  "All else works. For a search, restart it with more memory, such as NODE_OPTIONS=--max-old-space-size=4096."
const backupHint = "Fix that; the backup is retried automatically. All else works."
const notifyHint = "`upnext notify test` tries each target and says what came back. All else works."
const otherHint = "Its own output says more; fix the cause, then restart it."
