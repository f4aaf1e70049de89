import { readHealth, troubles } from "../api/api.ts"
import type { Store } from "../state/store.ts"
import { pause } from "../stream/follow-events.ts"

/** How often the server is asked how it is, in ms; less often while the page is hidden. */
const oftenMs = 15_000
const seldomMs = 60_000

/** A disk that fills up says nothing on the event stream. Asked at once after an answer that tells of trouble. */
export async function watchHealth(store: Store): Promise<never> {
  for (;;) {
    const result = await readHealth()
    if ("value" in result) {
      const { status, maxAttempts, detail: why = `The server's health is “${status}”.` } = result.value
      store.set({ readOnly: isWritable(status) ? null : why })
      if (maxAttempts !== undefined) store.set({ maxAttempts })
    }
    await troubleOr(pause(document.hidden ? seldomMs : oftenMs))
    // One answer of many that failed together is enough.
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

// --- internal ---

/** A degraded server takes writes; what it says of itself is for whoever runs it. */
const isWritable = (status: string): boolean => status === "ok" || status === "degraded"

/** Waits for the rest to be over, or for the next answer that tells of trouble. */
function troubleOr(rest: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      troubles.removeEventListener("trouble", done)
      resolve()
    }
    troubles.addEventListener("trouble", done)
    void rest.then(done)
  })
}
