import { boardNow } from "../../client/board-clock.ts"
import type { InputOf, OutputOf } from "../../client/contract.ts"
import { UpnextError } from "../../errors.ts"
import { line } from "../../terminal/output.ts"
import { localTimeOf } from "../../terminal/input.ts"
import { localTime } from "../../terminal/show-time.ts"
import type { Settled } from "./outcome.ts"
import type { ProcessEnd } from "../processes/process.ts"

/** What a command reports when it hits a limit, such as an exhausted quota. */
export interface MetLimit {
  /** In ISO 8601. Without it, the server takes an hour. */
  readonly until: string | undefined
  readonly reason: string | undefined
}

/** What is said when a task is given back. */
export type GivenBack = Pick<InputOf<"task.release">, "failed" | "blocked" | "reason" | "limit">

/** The exit status with which a command reports that it may be tried again later: EX_TEMPFAIL of sysexits.h. */
export const tryLater = 75

/** The limit that a command reports: by a last line `limit: …` or by its exit status. */
export function limitOf({ exit, stdout, stderr }: ProcessEnd): MetLimit | undefined {
  const lasts = [stdout.last(), stderr.last()]
  for (const last of lasts) {
    const [, said] = /^limit:(.*)$/i.exec(last) ?? []
    if (said !== undefined) return parseLimit(said)
  }
  if (exit !== tryLater) return undefined
  const [out, err] = lasts
  return { until: undefined, reason: err || out || undefined }
}

/**
 * `until 18:30: the quota is used up` has a time and a reason. Without a readable time, the whole text is the
 * reason.
 */
export function parseLimit(said: string): MetLimit {
  const text = said.trim()
  const [, timed] = /^until\s+(.*)$/i.exec(text) ?? []
  if (timed === undefined) {
    const until = localTimeOf(text)
    return { until, reason: until === undefined && text !== "" ? text : undefined }
  }
  const words = timed.split(/\s+/)
  // The longest beginning of the text that is a time: `fri 17:00` is later than `fri`.
  for (let count = Math.min(words.length, mostTimeWords); count > 0; count -= 1) {
    const until = localTimeOf(
      words
        .slice(0, count)
        .join(" ")
        .replace(/[\s,;:.–—-]+$/, ""),
    )
    const reason = words
      .slice(count)
      .join(" ")
      .replace(/^[,;:–—-]+\s*/, "")
    if (until !== undefined) return { until, reason: reason === "" ? undefined : reason }
  }
  return { until: undefined, reason: text }
}

/**
 * Reports a limit. If the server refuses the time that it names, the nearest time that the server accepts from every
 * agent is sent.
 * @throws invalid_input if the server does not know limits
 */
export async function tellLimit(
  agent: string,
  met: MetLimit,
  send: (told: GivenBack) => Promise<Brought>,
): Promise<Settled> {
  const reason = met.reason === undefined ? undefined : shortReason(met.reason)
  const tell = (until: string | undefined) => send({ reason, limit: { until, reason } })
  let { until } = met
  const answer = await tell(until).catch((error: unknown) => {
    if (!(error instanceof UpnextError) || error.code !== "invalid_input" || until === undefined) throw error
    until = inReach(until, boardNow())
    return tell(until)
  })
  const detail = `${broughtBy(agent, answer, until)}${reason === undefined ? "" : `: ${reason}`}`
  until = answer.paused ?? until
  return { outcome: "limit", detail, ...(until !== undefined && { until }) }
}

/** A reason no longer than the server accepts, in one line. */
export function shortReason(reason: string): string {
  return Array.from(line(reason)).slice(0, 500).join("")
}

// --- internal ---

type Brought = Pick<OutputOf<"task.release">, "closed" | "paused">

const minute = 60_000
const day = 24 * 60 * minute

/** The nearest time that the server accepts from every agent, with a minute for clocks that differ. */
function inReach(until: string, now: number): string {
  const nearest = Math.min(Math.max(Date.parse(until), now + minute), now + day - minute)
  return new Date(nearest).toISOString()
}

function broughtBy(agent: string, { closed = [], paused }: Brought, until: string | undefined): string {
  if (paused !== undefined) return `${line(agent)} is paused until ${localTime(paused)}`
  if (closed.length === 0) return "already known"
  const names = `${closed.map((name) => line(name)).join(", ")} ${closed.length === 1 ? "is" : "are"}`
  return `${names} closed ${until === undefined ? "for an hour" : `until ${localTime(until)}`}`
}

/** The maximum number of words in a time, as in `tomorrow at 9 am`. */
const mostTimeWords = 4
