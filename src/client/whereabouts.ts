import { isProblem } from "./client-error.ts"
import type { Speaker } from "./client-request.ts"

/** Where the server of a conversation is. One that was found by its home is found anew once it is away. */
export type Whereabouts = ReturnType<typeof createWhereabouts>

/** @param base the URL, where the speaker knows no other; "" in a page */
export function createWhereabouts(base: string, speaker: () => Speaker) {
  let isAway = false

  function now() {
    const url = speaker().url ?? base
    const { origin, host } = url === "" ? { origin: "the server", host: "" } : new URL(url)
    return { url, origin, host }
  }

  return {
    now,
    /** Called before each attempt. Rejects where none may be made. */
    async prepare(): Promise<void> {
      if (isAway) await speaker().find?.()
      await speaker().vouch?.()
    },
    /** Whether the last attempt got an answer. */
    heard: (isThere: boolean) => void (isAway = !isThere),
    /** Whether what answered is no server of ours, which is elsewhere now. */
    async hasMoved(answer: unknown): Promise<boolean> {
      if (isProblem(answer) && answer.code !== "other_home") return false
      const { url } = now()
      await speaker().find?.()
      return now().url !== url
    },
  }
}
