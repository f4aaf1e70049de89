import type { OutputOf } from "../../client/contract.ts"
import { plainHints, UpnextError, type Facts } from "../../errors.ts"
import { isByPerson } from "../coding-agents.ts"
import { asTypedHere } from "../hints.ts"
import { noteHint } from "../named-note.ts"
import { line, note } from "../output.ts"
import { quote } from "../typed.ts"
import { pauseText } from "./agent.ts"

type AskerPause = NonNullable<OutputOf<"task.claimNext">["paused"]>

/** Says on standard error that the agent that asks is offered nothing: by whom, until when, and what to do. */
export function tellPause(agent: string, paused: AskerPause): void {
  note(`${pausedSentence(agent, paused)}.`)
  noteHint(asTypedHere(endsPause({ agent, isTeam: paused.isTeam })))
}

/** `ann is paused by bo, until somebody resumes it: lunch`, without a full stop. */
export function pausedSentence(agent: string, paused: AskerPause): string {
  return `${paused.isTeam ? "The whole team" : line(agent)} is ${pauseText(paused)}`
}

/** What to do about a pause. A person at a terminal gets the command that ends it. */
export function endsPause({ agent = "", isTeam }: Facts): string {
  if (!isByPerson(process.env)) return plainHints.agent_paused
  const resume = isTeam === true ? "team resume" : `agent resume ${quote(line(agent))}`
  return `\`upnext ${resume}\` ends the pause. Work in progress may be finished.`
}

/** Gives the refusal of a paused agent the same hint. */
export function explainPause(error: unknown): unknown {
  if (!(error instanceof UpnextError) || error.code !== "agent_paused") return error
  const { code, message: detail, facts } = error
  return new UpnextError(code, { detail, facts, hint: endsPause(facts), cause: error })
}
