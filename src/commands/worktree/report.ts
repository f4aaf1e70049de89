import { hostname } from "node:os"
import type { Client } from "../../client/client.ts"
import { line, note, style } from "../../terminal/output.ts"
import type { Left } from "../../repository/leave.ts"

/** Who reports: the holder of the task. */
export interface Reporter {
  readonly agent?: string | undefined
  readonly session?: string | undefined
  readonly leaseToken?: string | undefined
}

/** Tells the board what an attempt has left in its tree. */
export async function reportWork(
  client: Pick<Client, "task">,
  id: string,
  { work, record }: Left,
  by: Reporter = {},
): Promise<void> {
  await client.task.reportWork({ id, ...by, ...work, epoch: record.epoch, host: hostname() })
}

export function tellLeft({ work, isCommitted, notes }: Left): void {
  if (isCommitted)
    note(style.dim(`  Committed what was left: ${work.commit.slice(0, 7)} on ${line(work.branch)}`))
  for (const each of notes) note(style.dim(`  ${line(each)}`))
}
