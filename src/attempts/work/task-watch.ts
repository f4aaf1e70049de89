import type { Client } from "../../client/client.ts"

/** Notices what happens to a worker's tasks, through one event stream for all its jobs. */
export type TaskWatch = ReturnType<typeof createTaskWatch>

export function createTaskWatch(client: Pick<Client, "events" | "health">) {
  const watched = new Map<string, { readonly epoch: number; readonly look: () => void }>()
  const over = new AbortController()
  let triedAt = -Infinity
  let isOpen = false

  async function listen(): Promise<void> {
    isOpen = true
    triedAt = performance.now()
    try {
      const { seq } = await client.health()
      // After this event each lease is checked once, and later events are reported.
      for (const { look } of watched.values()) look()
      for await (const event of client.events({ after: seq, type: endings }, over.signal)) {
        if (event.type === "reset") for (const { look } of watched.values()) look()
        else tell(event.task, event.type === "task.claimed" ? event.data["epoch"] : undefined)
      }
    } catch {
      // If no stream is available, the renewal of the lease notices it.
    } finally {
      isOpen = false
    }
  }

  function tell(task: string | undefined, claimedAs: unknown): void {
    const found = task === undefined ? undefined : watched.get(task)
    // The stream reports our own claim too.
    if (found && claimedAs !== found.epoch) found.look()
  }

  return {
    /** Calls back whenever the lease of the task may be gone, until the signal aborts. */
    begin(task: string, epoch: number, look: () => void, signal: AbortSignal): void {
      watched.set(task, { epoch, look })
      // A short job pays for no stream.
      const timer = setTimeout(() => {
        if (isOpen) look()
        else if (performance.now() - triedAt > againMs) void listen()
      }, firstMs)
      signal.addEventListener(
        "abort",
        () => {
          clearTimeout(timer)
          watched.delete(task)
        },
        { once: true },
      )
    },
    close: () => over.abort(),
  }
}

// --- internal ---

const firstMs = 1000
const againMs = 60_000

/** Events that end a lease, and comments to its holder, which the next heartbeat returns. */
const endings = [
  "task.commented",
  "task.moved",
  "task.deleted",
  "task.put_back",
  "task.claimed",
  "task.released",
  "lease.expired",
  "lease.revoked",
]
