import { createHash } from "node:crypto"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { errors, UpnextError, type ErrorCode } from "../../errors.ts"
import { makeDirectory } from "../../machine/make-directory.ts"
import { acquireLock, type Lock } from "../../storage/lock/lock.ts"
import { line, style } from "../../terminal/output.ts"
import { version } from "../../version.ts"
import type { Forge, PullPlace } from "./forge.ts"
import { pullAt } from "./forges.ts"
import type { ToolTrouble } from "./tool.ts"

export interface PullFollowing {
  readonly client: Pick<Client, "task">
  /** In the user's own server data, because only one process at a time follows pull requests for a server. */
  readonly home: string
  readonly url: string
  readonly project: string | undefined
  readonly env: NodeJS.ProcessEnv
  readonly signal: AbortSignal
  /** How often it looks, in ms. */
  readonly every: number
  readonly isOnce: boolean
  /** What has become of a task. */
  tell(became: PullNews): void
  say(text: string): void
}

/** What has become of a task by its pull request. */
export interface PullNews {
  readonly task: string
  readonly url: string
  readonly became: NonNullable<OutputOf<"task.reportPull">["became"]>
  readonly reason: string | null
}

/**
 * Looks at the pull request of each unlanded task that has one, and reports its state to the server, again and
 * again until it is stopped. A state that the server already knows changes nothing, so a process that is killed and
 * restarted does not report anything twice. If another process follows from this home, this one waits.
 * @returns whether the last look was successful
 */
export async function followPulls(following: PullFollowing): Promise<boolean> {
  const { every, isOnce, signal } = following
  const lock = await take(following)
  if (!lock) return true
  const rests = new Map<string, number>()
  const told = new Set<string>()
  try {
    let isFine = true
    do {
      isFine = await look(following, { rests, told })
      if (!isOnce) await sleep(every, undefined, { signal }).catch(() => undefined)
    } while (!isOnce && !signal.aborted)
    return isFine
  } finally {
    await lock.close()
  }
}

/** A line about what has become of a task, for people. */
export function newsLine({ task, url, became, reason }: PullNews): string {
  const id = style.bold(task)
  const why = line(reason ?? "").slice(0, 200)
  if (became === "landed") return `${style.green("✓")} ${id} has landed: ${url} was merged`
  if (became === "finished")
    return `${style.green("✓")} ${id} counts as finished again, because ${url} was reopened`
  return `${style.red("✗")} ${id} ${became === "blocked" ? "needs a person" : "goes back"}: ${why}`
}

// --- internal ---

/** What is remembered from one look to the next. */
interface Memory {
  /** Until when a program must not be asked about a host, in ms since 1970. */
  readonly rests: Map<string, number>
  /** What was said, so that it is said once. */
  readonly told: Set<string>
}

type FollowedTask = OutputOf<"task.list">["tasks"][number]

const limitMs = 15 * 60_000

async function look(following: PullFollowing, memory: Memory): Promise<boolean> {
  const { client, project, signal } = following
  let isFine = true
  let cursor: string | null | undefined
  do {
    const page = await client.task
      .list({
        ...{ pull: ["open", "merged", "closed"], status: ["todo", "doing", "blocked", "review", "done"] },
        ...{ fields: ["id", "work"], limit: 500 },
        ...(project !== undefined && { project }),
        ...(cursor && { cursor }),
      })
      .catch((error: unknown) => {
        if (!(error instanceof UpnextError) || !isPassing(error)) throw error
        sayOnce(following, memory, error.code, error.message)
        isFine = false
        return { tasks: [], next: null }
      })
    for (const task of page.tasks) {
      if (signal.aborted) return isFine
      isFine = (await lookAt(task, following, memory)) && isFine
    }
    cursor = page.next
  } while (cursor)
  return isFine
}

async function lookAt(
  { id, work }: FollowedTask,
  following: PullFollowing,
  memory: Memory,
): Promise<boolean> {
  const { url, epoch, outdated } = work ?? {}
  if (url === undefined || epoch === undefined || outdated) return true
  const at = pullAt(url)
  if (!at) {
    sayOnce(
      following,
      memory,
      id,
      `${id}: ${line(url)} cannot be checked from here. Once it is merged: upnext land ${id} --elsewhere`,
    )
    return true
  }
  const key = `${at.forge.tool} ${at.place.host}`
  if ((memory.rests.get(key) ?? 0) > Date.now()) return false
  try {
    await tellServer({ id, epoch, url }, at, following)
    const over = [key, id, "unreachable", "unavailable"]
    memory.told.forEach((each) => over.includes(each.split("\n", 1)[0] ?? "") && memory.told.delete(each))
    return true
  } catch (error) {
    if (following.signal.aborted) return true
    if (!(error instanceof UpnextError)) throw error
    const trouble = error.facts["trouble"] as ToolTrouble | undefined
    // The other pull requests on this host would fail in the same way; after a rate limit the pause is longer.
    if (trouble !== undefined)
      memory.rests.set(key, Date.now() + (trouble === "limited" ? limitMs : following.every / 2))
    // The task belongs to someone else, or has changed since the list was read. The next look sees its new state.
    if (trouble !== undefined) sayOnce(following, memory, key, error.message)
    else if (error.code === "not_allowed" || isPassing(error))
      sayOnce(following, memory, error.code, error.message)
    else if (!moved.includes(error.code)) sayOnce(following, memory, id, `${id}: ${error.message}`)
    return false
  }
}

async function tellServer(
  { id, epoch, url }: { readonly id: string; readonly epoch: number; readonly url: string },
  { forge, place }: { readonly forge: Forge; readonly place: PullPlace },
  { client, env, signal, tell }: PullFollowing,
): Promise<void> {
  const { branch: _, isFromFork: __, ...seen } = await forge.look(place, { host: place.host, env, signal })
  const { became, reason } = await client.task.reportPull({ id, epoch, pull: { ...seen, url } })
  if (became !== null) tell({ task: id, url, became, reason })
}

function sayOnce({ say }: PullFollowing, { told }: Memory, key: string, text: string): void {
  const known = `${key}\n${text}`
  if (told.has(known)) return
  told.add(known)
  say(text)
}

const moved: readonly ErrorCode[] = ["work_changed", "task_deleted", "task_not_found"]

/** The server is away, or cannot do it right now. */
const isPassing = ({ code }: UpnextError) =>
  errors[code].status >= 500 && code !== "not_upnext" && code !== "pull_failed"

/**
 * @returns undefined if it is stopped meanwhile, or if another process is looking and this one was to look only
 * once
 */
async function take({ home, url, every, isOnce, signal, say }: PullFollowing): Promise<Lock | undefined> {
  const directory = join(home, `follow-${createHash("sha256").update(url).digest("hex").slice(0, 12)}`)
  const holder = { pid: process.pid, version, startedAt: new Date().toISOString() }
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    try {
      await makeDirectory(directory)
      return await acquireLock({ directory, holder })
    } catch (error) {
      if (!(error instanceof UpnextError) || error.code !== "home_locked") throw error
    }
    if (isFirst) say("Another process here is already following this server's pull requests.")
    if (isOnce) return undefined
    await sleep(every, undefined, { signal }).catch(() => undefined)
  }
  return undefined
}
