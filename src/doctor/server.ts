import type { HealthDocument } from "../client/contract.ts"
import { failure, ok, warn, type Check } from "./check.ts"
import { findRunning } from "../home/running.ts"

/** The health and the version of the server that is running on this home. */
export const server: Check = {
  name: "server",
  needs: ["lock", "database"],
  async look({ home, version, askHealth, startCommand, isDatabaseFound }) {
    const held = await findRunning(home)
    // The check of the lock reports this, with the command that starts the server on its database.
    if (!held && isDatabaseFound) return undefined
    if (!held) return ok(`not running; \`${startCommand()}\` starts it`)
    const url = (held.holder ?? held.noted)?.url
    if (url === undefined)
      return warn("The server's address is not known yet.", "It may be starting: check again in a moment.")
    const health = await askHealth(url, 2000).catch(() => undefined)
    if (health === undefined)
      return failure(
        `${url} is not responding, although its process is running (pid ${(held.holder ?? held.noted)?.pid}).`,
        "Look at the server's own output, then restart the server.",
      )
    if (health.status !== "ok") {
      const why = typeof health.detail === "string" ? `: ${health.detail}` : ""
      const judge = health.status === "degraded" ? warn : failure
      return judge(`${url} says ${health.status}${why}`, hintOf(health), { health })
    }
    if (health.version !== version) {
      return warn(
        `${url} has version ${health.version}; this command has version ${version}.`,
        "Restart the server to use the new version.",
        { health },
      )
    }
    if (health.database?.listening === false)
      return warn(
        `${url} receives no notices from other servers, so it asks the database every second.`,
        "A pooler in transaction mode does not pass on notices. Start the server with --database-direct, set to PostgreSQL's own address.",
        { health },
      )
    return ok(`${url} is well, version ${version}${sayDatabase(health.database)}`, { health })
  },
}

// --- internal ---

function sayDatabase(database: HealthDocument["database"]): string {
  return database
    ? `; it receives notices from the other servers, and is ${database.behind} events behind; its clock is off by ${database.clockOffsetMs} ms`
    : ""
}

function hintOf({ status, search, backup, notify, isReplaced, detail }: HealthDocument): string {
  if (status === "degraded" && search) return searchHint
  if (status === "degraded" && backup?.detail !== undefined && backup.detail === detail) return backupHint
  if (status === "degraded" && notify?.detail !== undefined && notify.detail === detail) return notifyHint
  if (status === "degraded" && isReplaced) return "Restart the server: `upnext stop`, then `upnext start`."
  return hints[status] ?? otherHint
}

/** What to do, by the status that the server reports. */
const hints: Readonly<Record<string, string>> = {
  routes_failed:
    "Look at the server's own output, then restart the server; if this happens again, reinstall Upnext.",
  degraded: "Writes still work. The findings above say what is damaged; restore it from a backup.",
  storage_full: "Free up space on the server's disk; the server then resumes writing by itself.",
  storage_failed:
    "Look for disk errors in the server's own output, repair the disk, then restart the server.",
}
const searchHint =
  "Everything else works. To enable search, restart the server with more memory, for example with NODE_OPTIONS=--max-old-space-size=4096."
const backupHint = "Fix the cause; the backup is retried automatically. Everything else works."
const notifyHint = "`upnext notify test` tries each target and shows the response. Everything else works."
const otherHint = "The server's own output says more. Fix the cause, then restart the server."
