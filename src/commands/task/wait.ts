import { setTimeout as sleep } from "node:timers/promises"
import { parseDuration } from "../../domain/wire/duration.ts"
import { fail, UpnextError } from "../../errors.ts"
import { note, style } from "../../terminal/output.ts"

/** The longest a server holds a request, in ms. */
const longestPoll = 60_000
/** How long to wait for a server that has not answered yet: as long as a restart takes. */
const patienceMs = 5_000

/**
 * Asks the server again and again until there is a task or the time is up: once for an answer at once, since only such
 * an answer says what another session holds, and then each time as a long poll. If a server has answered before and goes
 * away, this waits for it to come back.
 * @param ask how long the server may wait, in ms; undefined: not at all
 */
export async function waitFor<A extends { task: unknown }>(
  ask: (ms?: number) => Promise<A>,
  length?: string,
): Promise<A> {
  const begun = performance.now()
  const end = length === undefined ? Infinity : begun + toMs(length)
  let isKnown = false
  let wasAway = false
  for (;;) {
    try {
      const left = Math.max(1000, end - performance.now())
      const answer = await (isKnown ? ask(Math.min(longestPoll, left)) : ask())
      isKnown = true
      if (wasAway) note(style.dim("The server is back."))
      wasAway = false
      if (answer.task !== null || performance.now() >= end) return answer
    } catch (error) {
      const isAway =
        error instanceof UpnextError && (error.code === "unreachable" || error.code === "unavailable")
      if (!isAway || performance.now() >= Math.min(end, isKnown ? Infinity : begun + patienceMs)) throw error
      if (!wasAway) note(style.dim("The server cannot be reached; waiting for it."))
      wasAway = true
      await sleep(500)
    }
  }
}

// --- internal ---

function toMs(length: string): number {
  return (
    parseDuration(length) ??
    fail("invalid_input", {
      detail: `--wait takes a duration such as 30s or 10m, longer than zero, not ${JSON.stringify(length)}.`,
      hint: "Leave --wait out to look once; --wait without a duration waits forever.",
    })
  )
}
