import type { OutputOf } from "../../client/contract.ts"
import { line, style } from "../output.ts"
import { ago } from "../show-time.ts"

type ProvenTask = Pick<OutputOf<"task.read">["task"], "status" | "criteria" | "checkStates">

/** The state of a check, in words. */
export const stateWords = {
  passed: "passed",
  failed: "failed",
  timed_out: "took too long",
  unknown: "unknown",
  stale: "stale",
  not_run: "not run",
} as const

/** `test passed, lint stale`. An older server sends no states. */
export function checksOf({ checkStates = [] }: ProvenTask): string {
  const paint = { passed: style.green, stale: style.yellow, not_run: style.dim }
  return checkStates
    .map(({ check, state }) => {
      const painted = state in paint ? paint[state as keyof typeof paint] : style.red
      return `${line(check)} ${painted(stateWords[state])}`
    })
    .join(", ")
}

/** The checks that have failed while it is worked on or reviewed. */
export function redOf({ status, checkStates = [] }: ProvenTask, isNamed: boolean): string | undefined {
  if (status !== "doing" && status !== "review") return undefined
  const red = checkStates.filter(({ state }) => ["failed", "timed_out", "unknown"].includes(state))
  const [first] = red
  if (!first) return undefined
  return !isNamed || red.length > 1 ? "red" : `${line(first.check)} ${stateWords[first.state]}`
}

/** A criterion with the number that `meet` takes. */
export function criterionLine(criterion: NonNullable<ProvenTask["criteria"]>[number], i: number): string {
  const { text, check, standsOn } = criterion
  const on = standsOn === undefined ? "" : style.dim(` (check: ${line(standsOn)})`)
  const met = `  ${check ? style.green("☑") : "☐"} ${i + 1}. ${line(text)}${on}`
  if (!check) return met
  const proof = check.evidence ? `: ${line(check.evidence)}` : ""
  return `${met}\n       ${style.dim(`${line(check.by)}, ${ago(check.at)}${proof}`)}`
}

export function unmetLine(criterion: string): string {
  return `  ${style.yellow("not met:")} ${line(criterion)}`
}
