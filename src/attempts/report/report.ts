import { existsSync, statSync } from "node:fs"
import { hostname } from "node:os"
import { dirname, join } from "node:path"
import type { Client } from "../../client/client.ts"
import { line, note, style } from "../../terminal/output.ts"
import { reportWithPatch } from "./attach-patch.ts"
import type { Left } from "../../repository/leave.ts"
import { settingsDirectory } from "../../terminal/working-directory.ts"

/** Who reports: the holder of the task. */
export interface Reporter {
  readonly agent?: string | undefined
  readonly session?: string | undefined
  readonly leaseToken?: string | undefined
}

/** Attaches the patch of an attempt, and reports to the board what the attempt left in its tree. */
export async function reportWork(
  client: Pick<Client, "task" | "attachment">,
  id: string,
  left: Left,
  by: Reporter & { readonly url?: string } = {},
): Promise<void> {
  const { work, record } = left
  // Omitted fields, such as the session, are filled in by the client.
  const said = Object.fromEntries(Object.entries(by).filter(([, value]) => value !== undefined))
  await reportWithPatch(client, id, left, (patch, how) =>
    client.task.reportWork({ id, ...said, ...work, epoch: record.epoch, host: hostname(), patch, ...how }),
  )
}

/**
 * Ends a task's attempt that has a tree, from any directory of the repository: uncommitted work is committed, and
 * the result is reported to the board.
 */
export async function leaveOwnTree(
  client: Pick<Client, "task" | "attachment">,
  { id, ...by }: Reporter & { readonly id: string },
  flags: Readonly<Record<string, unknown>>,
  url?: string,
): Promise<Left | undefined> {
  if (!mayHaveTrees()) return undefined
  // A repeated `done` changes nothing: the first reported work is what may land.
  const { task } = await client.task.read({ id })
  if (task.status !== "doing" && task.status !== "todo") return undefined
  const parts = await import("../trees-parts.ts")
  const { leaveTreeOf } = await parts.trees()
  const left = await leaveTreeOf(process.cwd(), task, flags.leave !== true)
  if (!left) return undefined
  await reportWork(client, id, left, { ...by, ...(url !== undefined && { url }) })
  tellLeft(left)
  return left
}

export function tellLeft({ work, isCommitted, notes }: Left): void {
  if (isCommitted)
    note(style.dim(`  Committed the remaining changes: ${work.commit.slice(0, 7)} on ${line(work.branch)}`))
  for (const each of notes) note(style.dim(`  ${line(each)}`))
}

/** Whether the directory may be a tree, or a repository that has trees. */
export function mayHaveTrees(): boolean {
  const found = nearestGit()
  return found !== undefined && (found.isFile || existsSync(join(found.path, "upnext")))
}

// --- internal ---

function nearestGit(): { readonly path: string; readonly isFile: boolean } | undefined {
  for (let directory = settingsDirectory(); ; directory = dirname(directory)) {
    const path = join(directory, ".git")
    const found = statSync(path, { throwIfNoEntry: false })
    if (found) return { path, isFile: found.isFile() }
    if (dirname(directory) === directory) return undefined
  }
}
