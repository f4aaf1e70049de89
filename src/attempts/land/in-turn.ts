import { createHash } from "node:crypto"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fail, UpnextError } from "../../errors.ts"
import { makeDirectory } from "../../machine/make-directory.ts"
import { keptDirectory } from "../../repository/attempt-record.ts"
import type { Git } from "../../repository/git.ts"
import { acquireLock, type Lock } from "../../storage/lock/lock.ts"
import { version } from "../../version.ts"

export interface Turn {
  readonly git: Git
  readonly base: string
  readonly env: NodeJS.ProcessEnv
  readonly stop: AbortSignal
  /** It has to wait. */
  waits(): void
}

/**
 * Runs landings into a base one after the other, so that no check runs on a commit whose base another landing
 * moves. The turn ends with the process, whatever kills it. The base is safe even without turns, so if a turn
 * cannot be taken, nobody waits.
 * @throws git_failed if it is stopped, or called by a command that runs inside another landing into this base
 */
export async function inTurn<T>(turn: Turn, land: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  const { git, base, env } = turn
  const directory = join(
    await keptDirectory(git),
    `land-${createHash("sha256").update(base).digest("hex").slice(0, 12)}`,
  )
  if (env[landingVariable] === directory)
    fail("git_failed", {
      detail: `A landing in ${base} started this command and is waiting for it to finish.`,
      hint: "A check cannot land work.",
    })
  const lock = await take(directory, turn)
  try {
    return await land({ ...env, [landingVariable]: directory })
  } finally {
    await lock?.close()
  }
}

// --- internal ---

/** Tells the command of a check that a landing is waiting for it. */
const landingVariable = "UPNEXT_LANDING"

const lookMs = 200

async function take(directory: string, { stop, waits }: Turn): Promise<Lock | undefined> {
  const holder = { pid: process.pid, version, startedAt: new Date().toISOString() }
  for (let look = 1; ; look += 1) {
    try {
      await makeDirectory(directory)
      return await acquireLock({ directory, holder })
    } catch (error) {
      if (!(error instanceof UpnextError)) throw error
      if (error.code !== "home_locked") return undefined
    }
    if (look === 1) waits()
    await sleep(lookMs, undefined, { signal: stop }).catch(() =>
      fail("git_failed", {
        detail: "The landing was stopped.",
        hint: "Nothing has landed; run the command again.",
      }),
    )
  }
}
