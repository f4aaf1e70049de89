import { quietAfterMs, silentAfterMs } from "../../domain/wire/agents/silence.ts"
import type { TaskView } from "../api/types.ts"
import { span } from "./format.ts"

/** How long nothing was heard of work in progress: `calm`, `long`, or so long that it is `stuck`. */
export interface Silence {
  readonly words: string
  readonly tone: "calm" | "long" | "stuck"
}

/** What is known of a task's agent beside the task: when it last called the server, and when its command last printed. */
interface LastHeard {
  readonly lastSeenAt: string | null
  readonly printedAt: string | undefined
}

/**
 * The silence around a task in progress, by the clock of the page; null below a minute, and where nobody was heard yet. A
 * worker reports the output of its command. Without a worker, only the agent's calls are known.
 */
export function silenceOf(
  { lease }: Pick<TaskView, "lease">,
  { lastSeenAt, printedAt }: LastHeard,
  now: number,
): Silence | null {
  const { heardAt, quiet, finishedBy } = lease ?? {}
  const isWorker = finishedBy === "worker" || quiet !== undefined
  const said = quiet
    ? latest(quiet.since, quiet.line === null ? printedAt : null)
    : latest(heardAt, printedAt)
  const since = isWorker ? said : latest(heardAt, lastSeenAt)
  const ms = now - since
  if (since === 0 || ms < minuteMs) return null
  // The server decides when its silence makes a task stuck. New output since its report postpones that.
  const most = quiet ? Date.parse(quiet.stuckAt) - Date.parse(quiet.since) : quietAfterMs
  const nothing = quiet && quiet.line !== null ? "nothing new for" : "silent"
  return {
    words: isWorker ? `${nothing} ${span(ms)}` : `last call ${span(ms)} ago`,
    tone: ms >= most ? "stuck" : ms >= silentAfterMs ? "long" : "calm",
  }
}

// --- internal ---

const minuteMs = 60_000

/** The latest of these times, in ms since 1970; 0 if there is none. */
function latest(...times: readonly (string | null | undefined)[]): number {
  return Math.max(0, ...times.flatMap((time) => (time ? Date.parse(time) : [])))
}
