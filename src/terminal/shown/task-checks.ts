import type { OutputOf } from "../../client/contract.ts"
import { line, style } from "../output.ts"
import { ago } from "../show-time.ts"
import { asTyped } from "../typed.ts"
import { indented } from "../wrap.ts"

type ProvenTask = Pick<OutputOf<"task.read">["task"], "status" | "criteria" | "checkStates">

type ShownResult = NonNullable<OutputOf<"task.read">["checks"]>[number]

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

/** A result, and the end of what it printed, where that is kept. */
export function resultLines({ check, status, counts, by, at, epoch, output }: ShownResult): string[] {
  const stale = counts ? "" : ", stale"
  const who = style.dim(`${line(by)}, ${ago(at)}, attempt ${epoch}`)
  return [`  ${line(check)} ${stateWords[status]}${stale}  ${who}`, ...(output ? indented(output, 4) : [])]
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

/** The criteria that a finished task does not meet, and how to go on from there. */
export function unmetLines(
  { id, status, criteria = [] }: Pick<OutputOf<"task.read">["task"], "id" | "status" | "criteria">,
  unmet: readonly string[],
  again: string,
): string[] {
  const at = criteria.findIndex(({ text }) => text === unmet[0]) + 1
  if (at === 0) return unmet.map(unmetLine)
  const met = `\`upnext meet ${id} ${at} --evidence "…"${again}\` records that it is met`
  const back = status === "done" ? `; \`upnext reopen ${id}${again}\` takes the task back` : ""
  return [...unmet.map(unmetLine), style.dim(asTyped(`  ${met}${back}.`))]
}

export function unmetLine(criterion: string): string {
  return `  ${style.yellow("not met:")} ${line(criterion)}`
}
