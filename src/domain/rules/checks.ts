import { sayIs } from "../wire/enums.ts"
import { fail } from "../../errors.ts"
import { newestOf, type Standing, standsOn, unprovenChecks } from "../board/said/proof.ts"
import type { Task } from "../board/records.ts"
import { taskId } from "../wire/names.ts"
import { isHolder, liveLease, type Caller, type LeaseSettings } from "./lease.ts"
import { factsOf } from "./moves.ts"
import { isOwn } from "./next.ts"

/**
 * Only the agent that is working on a task may report its check results: the holder, or the assignee of a task that was
 * moved to doing by hand.
 * @throws lease_lost, actor_mismatch
 */
export function requireWorker(task: Task, caller: Caller, settings: LeaseSettings): void {
  const lease = liveLease(task)
  if (isHolder(task, caller, settings) && lease?.state === "held") return
  if (task.status === "doing" && !task.lease && isOwn(task, caller.actor)) return
  const id = taskId(task.n)
  const holder = lease?.agent ?? null
  fail("lease_lost", {
    detail:
      holder === null
        ? `${id} ${sayIs(task.status)} and has no holder; only the holder may report its checks.`
        : `${holder} holds ${id} now; only the holder may report its checks.`,
    facts: { ...factsOf(task), holder },
  })
}

/** A criterion that depends on a check can be met only by that check. @throws check_required */
export function requireByWord(task: Pick<Task, "n"> & Standing, criteria: readonly string[]): void {
  for (const criterion of criteria) {
    const check = standsOn(task, criterion)
    if (check !== undefined)
      fail("check_required", {
        detail: `${JSON.stringify(criterion)} depends on the check ${check}: only the result of that check can meet it.`,
        facts: { task: taskId(task.n), check, criterion },
      })
  }
}

/**
 * If the server or the task requires it, finished work must have passed its checks.
 * @throws checks_unmet
 */
export function requireChecks(task: Task, policy: { checks: "required" | "optional" }): void {
  if (policy.checks !== "required" && task.fields.metadata["checks_required"] !== true) return
  const checks = unprovenChecks(task)
  if (checks.length === 0) return
  const said = checks.map((name) => `${name} (${sayWhy(task, name)})`).join(", ")
  fail("checks_unmet", {
    detail: `${taskId(task.n)} has ${checks.length === 1 ? "a check that has" : `${checks.length} checks that have`} not passed: ${said}.`,
    facts: { ...factsOf(task), checks },
  })
}

// --- internal ---

function sayWhy(task: Task, name: string): string {
  const newest = newestOf(task, name)
  if (!newest) return "not run"
  if (newest.status === "unknown") return "no command has that name"
  if (newest.status === "passed")
    return newest.isNew && !newest.byPerson
      ? "passed, but it is new, so a person must run it"
      : "passed on other files or in another attempt"
  return newest.status === "timed_out" ? "timed out" : "failed"
}
