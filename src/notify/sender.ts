import type { NotifyTarget } from "../config/notify-form.ts"
import { sleep, type Runtime } from "../machine/runtime.ts"
import type { Warn } from "../machine/warnings.ts"
import { nextBatch, type KeptTarget, type NeedsPage } from "./batch.ts"
import { requestFor, type NotifyRequest } from "./formats.ts"
import { placeOf, type NeedMessage } from "./message.ts"

export interface SenderOptions {
  readonly target: NotifyTarget
  readonly publicUrl: string | undefined
  /** The id of the board; null before its first event, when nobody needs anything. */
  board(): string | null
  readNeeds(who: string | undefined): Promise<NeedsPage>
  readonly kept: KeptTarget
  /** Resolves when what is kept is on the disk. */
  save(): Promise<void>
  /** Resolves with the status of the answer. */
  post(request: NotifyRequest, signal: AbortSignal): Promise<number>
  readonly runtime: Runtime
  readonly warn: Warn
}

export type NeedSender = ReturnType<typeof createSender>

/** Sends the needs of one person to one place, as they come up: at most one message a minute. */
export function createSender(options: SenderOptions) {
  const { target, publicUrl, readNeeds, kept, save, runtime, warn } = options
  const closing = new AbortController()
  const { signal } = closing
  const changes = createChanges(runtime, signal)
  let trouble: string | undefined
  /** How long the needs took to list. */
  let tookMs = 0

  // `/health` tells it, and asks nobody who they are.
  const place = placeOf({ ...target, who: undefined })

  async function run(): Promise<void> {
    // What was begun before a restart goes at once.
    if (kept.begun === undefined) await sleep(untilNextMs(), { runtime, signal })
    while (!signal.aborted) {
      const waitMs = await look()
      if (waitMs > 0) await sleep(waitMs, { runtime, signal })
      else await changes.next(tookMs)
    }
  }

  const untilNextMs = () =>
    kept.at === undefined ? 0 : Math.min(minuteMs, Math.max(0, kept.at + minuteMs - runtime.wall()))

  /** Resolves with how long nothing is to be sent. */
  async function look(): Promise<number> {
    const board = options.board()
    // A board that cannot be read now is read at the next look.
    const begun = runtime.monotonic()
    const page = board === null ? undefined : await readNeeds(target.who).catch(() => undefined)
    tookMs = runtime.monotonic() - begun
    if (board === null || !page || signal.aborted) return 0
    const batch = nextBatch(kept, page, { board, publicUrl })
    if (!batch) return 0
    try {
      kept.begun = batch.keys
      kept.at = runtime.wall()
      await save()
      await deliver(batch.message, options, signal)
      kept.told = [...kept.told, ...batch.keys].slice(-mostTold)
      kept.begun = undefined
      await save()
      note(undefined)
      return untilNextMs()
    } catch (error) {
      note(error instanceof Error ? error.message : String(error))
      return retryMs
    }
  }

  function note(failure: string | undefined): void {
    if (signal.aborted || (failure === undefined) === (trouble === undefined)) return
    trouble = failure && `Needs could not be sent to ${place}: ${failure}.`
    if (trouble === undefined) return warn(`Messages are being sent to ${place} again.`)
    warn(`${trouble} The server retries every 5 minutes.`)
  }

  const running = run().catch((error: unknown) => {
    trouble = `Messages to ${place} have stopped until the server is restarted.`
    warn(trouble, error)
  })
  return {
    /** Something has happened on the board. */
    note: changes.note,
    /** Why the last message could not be sent. */
    trouble: (): string | undefined => trouble,
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }
}

// --- internal ---

const minuteMs = 60_000
const retryMs = 5 * minuteMs
/** Some needs come with time alone, so no change is waited for longer. */
const askEveryMs = 30_000
/** Changes of one moment are one message, and a busy board is not asked all the time. */
const gatherMs = 1_000
/** Where there are so many needs that a list of them takes long, it is made for a fiftieth of the time at most. */
const restFactor = 50
/** As long as not all needs fit on a page, it is not known which of those that were told are gone. */
const mostTold = 10_000
/** Between the tries. */
const pausesMs = [1_000, 5_000]

/** Three tries. Rejects with the failure of the last one. */
async function deliver(message: NeedMessage, options: SenderOptions, signal: AbortSignal): Promise<void> {
  const { target, runtime, post } = options
  const attempt = async () => {
    const status = await post(requestFor(target, message, runtime.wall()), signal)
    if (status < 200 || status > 299) throw new Error(`it answered ${status}`)
  }
  for (const pauseMs of pausesMs) {
    const failure = await attempt().then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    if (!failure) return
    if (signal.aborted) throw failure.error
    await sleep(pauseMs, { runtime, signal })
  }
  await attempt()
}

function createChanges(runtime: Runtime, signal: AbortSignal) {
  let change = new AbortController()
  signal.addEventListener("abort", () => change.abort(), { once: true })
  return {
    note: () => change.abort(),
    /** Resolves soon after a change, or when it is time to look again. @param tookMs how long the last look took */
    async next(tookMs: number): Promise<void> {
      await sleep(askEveryMs, { runtime, signal: change.signal })
      const restMs = Math.min(askEveryMs, Math.max(gatherMs, restFactor * tookMs))
      if (change.signal.aborted) await sleep(restMs, { runtime, signal })
      if (!signal.aborted) change = new AbortController()
    },
  }
}
