import { isProblem } from "./client-error.ts"
import type { Speaker } from "./client-request.ts"

/** Where the server of a conversation is. One that was found by its home is found anew once it is away. */
export interface Whereabouts {
  now(): { readonly url: string; readonly origin: string; readonly host: string }
  /** Called before each attempt. Rejects where none may be made. */
  prepare(): Promise<void>
  /** Whether the last attempt got an answer. */
  heard(isThere: boolean): void
  /** Whether what answered is no server of ours, which is elsewhere now. */
  hasMoved(answer: unknown): Promise<boolean>
}

/** @param base the URL, where the speaker knows no other; "" in a page */
export function createWhereabouts(base: string, speaker: () => Speaker): Whereabouts {
  let isAway = false

  function now() {
    const url = speaker().url ?? base
    const { origin, host } = url === "" ? { origin: "the server", host: "" } : new URL(url)
    return { url, origin, host }
  }

  return {
    now,
    async prepare() {
      if (isAway) await speaker().find?.()
      await speaker().vouch?.()
    },
    heard: (isThere) => void (isAway = !isThere),
    async hasMoved(answer) {
      if (isProblem(answer) && answer.code !== "other_home") return false
      const { url } = now()
      await speaker().find?.()
      return now().url !== url
    },
  }
}
