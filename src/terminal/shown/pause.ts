import type { OutputOf } from "../../client/contract.ts"
import { noteHint } from "../named-note.ts"
import { line, note } from "../output.ts"
import { asTyped, quote } from "../typed.ts"
import { pauseText } from "./agent.ts"

type AskerPause = NonNullable<OutputOf<"task.claimNext">["paused"]>

/** Says on standard error that the agent that asks is offered nothing: by whom, until when, and how that is ended. */
export function tellPause(agent: string, paused: AskerPause, again: string): void {
  note(`${pausedSentence(agent, paused)}.`)
  noteHint(asTyped(resumeHint(agent, paused, again)))
}

/** `ann is paused by bo, until somebody resumes it: lunch`, without a full stop. */
export function pausedSentence(agent: string, paused: AskerPause): string {
  return `${paused.isTeam ? "The whole team" : line(agent)} is ${pauseText(paused)}`
}

export function resumeHint(agent: string, { isTeam }: AskerPause, again = ""): string {
  const resume = isTeam ? "upnext team resume" : `upnext agent resume ${quote(line(agent))}`
  return `\`${resume}${again}\` ends the pause. Work in progress may be finished.`
}
