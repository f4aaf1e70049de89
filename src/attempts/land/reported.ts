import type { OutputOf } from "../../client/contract.ts"
import { sayIs } from "../../domain/wire/enums.ts"
import { fail } from "../../errors.ts"
import { attemptIn } from "../../repository/branch-name.ts"
import type { WorkToLand } from "./find-landable.ts"

/** The work of a task that may land. @throws work_changed, invalid_transition */
export function requireReported(task: OutputOf<"task.read">["task"]): WorkToLand {
  const { work, id } = task
  if (!work)
    return fail("work_changed", {
      detail: `No attempt at ${id} has reported any work.`,
      hint: "Give the task a tree of its own: `upnext claim --worktree`. Merge existing work by hand.",
    })
  if (work.outdated)
    fail("work_changed", {
      detail: `A later attempt has finished ${id} without reporting any work.`,
      facts: { task: id },
    })
  if (task.status !== "done" && !work.landed)
    fail("invalid_transition", {
      detail: `${id} ${sayIs(task.status)}; only finished work lands.`,
      facts: { task: id, status: task.status },
    })
  return work
}

/** Only branch names of this form are passed from a board to git: none of them is an option, a path or another ref. */
export function requireOwnBranch(id: string, n: number, branch: string): void {
  if (attemptIn(branch)?.task === n) return
  fail("git_failed", {
    detail: `The branch of ${id} is called ${JSON.stringify(branch)}. Only a branch such as upnext/${id}.1-a-few-words can land.`,
    hint: "Look at the branch, and merge it yourself.",
  })
}
