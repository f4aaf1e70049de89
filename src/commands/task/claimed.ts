import type { OutputOf } from "../../client/contract.ts"
import { saysMistyped } from "../../domain/wire/new-name.ts"
import type { ClientCall } from "../../terminal/command-shape.ts"
import { noteHint } from "../../terminal/named-note.ts"
import { isTerminal, note, style, type NoResult } from "../../terminal/output.ts"
import { asTyped } from "../../terminal/typed.ts"
import { tellPause } from "../../terminal/shown/pause.ts"
import { handoffLines } from "../../terminal/shown/handoff.ts"
import { ago } from "../../terminal/show-time.ts"
import { noteNotThere } from "./not-there.ts"
import { lessonsBlock } from "./lessons.ts"
import { nothingReady, section, taskCard } from "../../terminal/shown/task.ts"

type ClaimAnswer = OutputOf<"task.claimNext">

type ClaimCall = Pick<ClientCall<"task.claimNext">, "flags" | "again">

/**
 * Says on standard error which task another session of the same name holds, if that session may have ended. One that is
 * at work is not spoken of: an agent takes a hint for an order. With `--json` the answer says it.
 */
export function tellHeld({ held }: Pick<ClaimAnswer, "held">, { flags, again }: ClaimCall): void {
  if (!held?.silent || flags.json === true) return
  if (flags.format === "id") note(nothingReady)
  const heard = held.heardAt === null ? "" : `, last heard ${ago(held.heardAt)}`
  note(`${held.task} is held by another session under this name${heard}.`)
  const way = `If that session has ended: \`upnext claim ${held.task} --take-over${again}\`.`
  noteHint(asTyped(way))
}

/** Says on standard error that another process may be at work on the task that was claimed. */
export function tellClaimedBefore(
  { task, claimedBefore }: Partial<Pick<ClaimAnswer, "task" | "claimedBefore">>,
  { flags }: Pick<ClaimCall, "flags">,
): void {
  if (!task || claimedBefore === undefined || flags.json === true) return
  note(
    `You hold ${task.id} already: it was claimed under this name ${ago(claimedBefore)}. Another process may be working on it.`,
  )
  noteHint("Give each process a session of its own: UPNEXT_SESSION or --session.")
}

/** The answer with the way back beside the note that the agent's name may be mistyped; with `--json` as it is. */
export function withWayBack<A extends ClaimAnswer>(
  answer: A,
  { input: { agent = "" }, flags, again }: Pick<ClientCall<"task.claimNext">, "input" | "flags" | "again">,
): A {
  const { task, notes } = answer
  if (!task || !notes || flags.json === true) return answer
  const way = asTyped(`\`upnext release ${task.id}${again}\` gives ${task.id} back.`)
  return { ...answer, notes: notes.map((each) => (saysMistyped(each, agent) ? `${each} ${way}` : each)) }
}

/** Says on standard error that the agent is paused. With `--json` the answer of a claim says it. */
export function tellIfPaused(
  { paused }: Pick<ClaimAnswer, "paused">,
  { flags, input }: Pick<ClientCall<"task.claimNext">, "flags" | "input">,
): void {
  if (paused && flags.json !== true) tellPause(input.agent ?? "<name>", paused)
}

/** Says on standard error that there is no such project, if that may be why nothing is ready. */
export async function tellUnknown(
  { task }: Pick<ClaimAnswer, "task">,
  { client, flags, input: { project } }: Pick<ClientCall<"task.claimNext">, "client" | "flags" | "input">,
): Promise<void> {
  if (task !== null || project === undefined || flags.json === true) return
  await noteNotThere({ client, input: { project }, flags })
}

export const claimed = {
  print(
    { task, lease, handoff, lessons }: ClaimAnswer,
    again: string,
    more: readonly string[] = [],
  ): string | NoResult {
    if (!task)
      return {
        notice: isTerminal()
          ? `${nothingReady}\n${style.dim(asTyped(`Why: upnext next --explain${again}`))}`
          : nothingReady,
      }
    const past = handoffLines(handoff, `upnext show ${task.id}${again}`)
    const card = [taskCard(task), ...section(more), ...section(past)].join("\n") + lessonsBlock(lessons)
    if (!isTerminal()) return card
    const way = lease
      ? `It is yours. When the task is done: upnext done ${task.id} --lesson "…"${again}`
      : `Take it: upnext claim ${task.id}${again}`
    return `${card}\n\n${style.dim(asTyped(way))}`
  },
  id: ({ task }: ClaimAnswer): string | undefined => task?.id,
  /** 3 means that nothing is ready. */
  exit: ({ task }: ClaimAnswer): number => (task ? 0 : 3),
}
