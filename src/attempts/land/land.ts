import type { Client } from "../../client/client.ts"
import { fail, UpnextError, type ErrorCode } from "../../errors.ts"
import type { Stop } from "../processes/stop.ts"
import { line, note, print, printJson, style } from "../../terminal/output.ts"
import { forEachId } from "../../terminal/several.ts"
import { findLandable } from "./find-landable.ts"
import { openLanding, type LandWishes } from "./land-task.ts"
import { requireReported } from "./reported.ts"
import { elsewhere, resultLine, type LandResult } from "./words.ts"

export interface ToLand extends Omit<LandWishes, "client" | "env" | "say"> {
  /** Empty: all that are done and have not landed. */
  readonly ids: readonly string[]
  readonly project: string | undefined
  readonly isJson: boolean
}

export interface FinishedByWorker {
  readonly client: Client
  readonly id: string
  readonly stop: Stop
  say(text: string): void
}

/**
 * Lands the work that a worker has just finished, and then work that could not land earlier, for example because
 * the base was checked out with changes. Each call resolves to whether the task has landed.
 */
export function createFinishedLanding(): (finished: FinishedByWorker) => Promise<boolean> {
  const waiting = new Set<string>()
  return async (finished) => {
    const before = [...waiting]
    const hasLanded = await landFinished(finished, waiting)
    for (const id of before) await landFinished({ ...finished, id }, waiting)
    return hasLanded
  }
}

/** Lands tasks in this repository, one after the other. @returns the exit status: 1 if a task did not land */
export async function land(
  client: Client,
  { ids: named, project, isJson, ...wishes }: ToLand,
): Promise<number> {
  const say = (text: string) => note(style.dim(text))
  const landing = await openLanding(process.cwd(), { client, ...wishes, env: process.env, say })
  try {
    const ids = named.length > 0 ? named : await findAll()
    const results: LandResult[] = []
    const status = await forEachId(ids, isJson, async (id) => {
      if (landing.status() !== undefined) return 1
      const result = await landing.land(id)
      if (!result) return 1
      results.push(result)
      if (!isJson) print(resultLine(result, wishes.isTrial))
      return result.result === "landed" || result.result === "lands" ? 0 : 1
    })
    if (isJson) printJson({ results })
    return landing.status() ?? status
  } finally {
    landing.close()
  }

  async function findAll(): Promise<readonly string[]> {
    const { isHere, trees } = landing
    const { ids, elsewhere: away, unreported } = await findLandable(client, { project, isHere, trees })
    for (const { id, path } of unreported)
      say(`${id} is done, but no work in its tree ${line(path)} was reported, so nothing lands.`)
    const remote = away.length === 0 ? undefined : await landing.remote()
    for (const { id, work } of away) {
      const { where, hint } = elsewhere(work, remote)
      say(`${id}: its work, ${where}, is not in this repository. ${hint}`)
    }
    if (ids.length === 0) say("Nothing to land.")
    return ids
  }
}

/**
 * Reports that tasks have landed by means other than this command, without looking at a repository.
 * @returns the exit status: 1 if a task is not done or has no work
 */
export function landedElsewhere(
  client: Pick<Client, "task">,
  { ids, base: named, isJson }: Pick<ToLand, "ids" | "base" | "isJson">,
): Promise<number> {
  if (ids.length === 0)
    fail("invalid_input", {
      detail: "--elsewhere needs task ids.",
      hint: "upnext land T-12 --elsewhere",
    })
  const results: LandResult[] = []
  return forEachId(ids, isJson, async (id) => {
    const { epoch, commit, base: own, landed } = requireReported((await client.task.read({ id })).task)
    const base = landed?.base ?? named ?? own
    if (base === null) return failNoBase(id)
    await client.task.land({ id, epoch, commit, base, result: "landed" })
    const result = { task: id, base, result: "landed", commit: landed?.commit ?? null } as const
    results.push({ ...result, wasThere: landed !== null })
    if (!isJson) print(`${style.green("✓")} ${style.bold(id)} has landed in ${line(base)}`)
    return 0
  }).then((status) => {
    if (isJson) printJson({ results })
    return status
  })
}

// --- internal ---

function failNoBase(id: string): never {
  fail("invalid_input", {
    detail: `The attempt at ${id} did not start from a branch, so it is unknown where the work landed.`,
    hint: `Name the base: upnext land ${id} --elsewhere --base main`,
  })
}

/** Failures that somebody may fix without being asked to. */
const passing: readonly ErrorCode[] = ["git_failed", "tree_unfit", "unreachable", "unavailable"]

async function landFinished(
  { client, id, stop, say }: FinishedByWorker,
  waiting: Set<string>,
): Promise<boolean> {
  const wishes = { client, base: undefined, isYes: false, env: process.env, say }
  waiting.delete(id)
  try {
    const result = await (await openLanding(process.cwd(), wishes, stop)).land(id)
    if (result) say(resultLine(result))
    return result?.result === "landed"
  } catch (error) {
    if (!(error instanceof UpnextError)) throw error
    if (passing.includes(error.code)) waiting.add(id)
    say(`${id} did not land: ${error.message}`)
    return false
  }
}
