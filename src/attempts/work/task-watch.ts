import type { Client } from "../../client/client.ts"

/** Notices what happens to the tasks of a worker, by one stream of events for all its jobs. */
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
      // Each lease is looked at once after this event, and what comes later is told.
      for (const { look } of watched.values()) look()
      for await (const event of client.events({ after: seq, type: endings }, over.signal)) {
        if (event.type === "reset") for (const { look } of watched.values()) look()
        else tell(event.task, event.type === "task.claimed" ? event.data["epoch"] : undefined)
      }
    } catch {
      // Where no stream is to be had, the renewal of the lease finds it.
    } finally {
      isOpen = false
    }
  }

  function tell(task: string | undefined, claimedAs: unknown): void {
    const found = task === undefined ? undefined : watched.get(task)
    // Our own claim is told, too.
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

/** What ends a lease, and what is said to its holder: the next heartbeat brings it. */
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
