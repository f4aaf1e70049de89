import { hash } from "node:crypto"
import { join } from "node:path"
import type { NotifyTarget } from "../config/notify-form.ts"
import { durableText, jsonFile, type TextFile } from "../machine/json-file.ts"
import { machineRuntime, sleep, type Runtime } from "../machine/runtime.ts"
import type { Warn } from "../machine/warnings.ts"
import type { SharedBoard } from "../storage/storage.ts"
import { post } from "./post.ts"
import type { KeptTarget } from "./batch.ts"
import { createSender, type NeedSender, type SenderOptions } from "./sender.ts"

export interface NotifyOptions extends Pick<SenderOptions, "readNeeds" | "publicUrl" | "warn"> {
  readonly targets: readonly NotifyTarget[]
  readonly home: string
  /** Where several servers may share the board, one of them sends. */
  readonly shared: SharedBoard | undefined
  readonly engine: {
    boardFacts(): { readonly id: string | null }
    subscribe(listener: () => void): () => void
  }
  readonly runtime?: Runtime
  readonly post?: SenderOptions["post"]
}

export interface NotifyReport {
  readonly targets: number
  readonly isSending: boolean
  /** Why the last message to one of them failed. */
  readonly detail?: string
}

export type Notify = ReturnType<typeof openNotify>

/** Sends what waits for a person to where the configuration says, as long as the server runs. */
export function openNotify(options: NotifyOptions) {
  const { targets, home, shared, engine, runtime = machineRuntime, warn } = options
  const closing = new AbortController()
  let senders: readonly NeedSender[] = []
  let failure: string | undefined
  const unsubscribe = engine.subscribe(() => senders.forEach((sender) => sender.note()))

  async function begin(file: TextFile): Promise<void> {
    const kept = await readKept(file, warn)
    let saving = Promise.resolve()
    const save = () => {
      const saved = saving.then(() => jsonFile<KeptTargets>(file).write(kept))
      saving = saved.catch(() => undefined)
      return saved
    }
    const board = () => engine.boardFacts().id
    const send: SenderOptions["post"] = (sent, signal) => post(sent, { signal })
    const given = { ...options, board, save, runtime, post: options.post ?? send }
    // A target that is configured no more is forgotten, and its needs are new if it comes back.
    const named = targets.map((target) => ({ target, name: nameOf(target) }))
    kept.targets = Object.fromEntries(named.map(({ name }) => [name, kept.targets[name] ?? { told: [] }]))
    senders = named.map(({ target, name }) =>
      createSender({ ...given, target, kept: (kept.targets[name] ??= { told: [] }) }),
    )
  }

  async function end(): Promise<void> {
    await Promise.all(senders.map((sender) => sender.close()))
    senders = []
  }

  /** Until it closes: waits for the turn of this server, and sends until the turn is lost. */
  async function takeTurns({ takeTurn }: SharedBoard): Promise<void> {
    const { signal } = closing
    const closed = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()))
    while (!signal.aborted) {
      // A database that cannot be reached is told by others.
      const turn = await takeTurn().catch(() => undefined)
      if (turn) {
        await attempt(turn)
        if (failure === undefined) await Promise.race([turn.ended, closed])
        await end()
        turn.close()
        await turn.ended
      }
      await sleep(turnEveryMs, { runtime, signal })
    }
  }

  async function attempt(file: TextFile): Promise<void> {
    const before = failure
    failure = undefined
    await begin(file).catch((error: unknown) => {
      failure = `The record of sent needs cannot be read, so no needs are sent: ${error instanceof Error ? error.message : String(error)}`
      if (failure !== before) warn(failure)
    })
  }

  const running = shared ? takeTurns(shared) : attempt(durableText(join(home, "notify.json")))
  return {
    report(): NotifyReport {
      const detail = failure ?? senders.map((sender) => sender.trouble()).find((each) => each !== undefined)
      return {
        targets: targets.length,
        isSending: senders.length > 0,
        ...(detail !== undefined && { detail }),
      }
    },
    /** Gives up the message that is being sent: the next start sends it again. */
    async close(): Promise<void> {
      closing.abort()
      unsubscribe()
      await running
      await end()
    },
  }
}

// --- internal ---

interface KeptTargets {
  targets: Record<string, KeptTarget>
}

const turnEveryMs = 10_000

/** A name that gives no secret away. */
const nameOf = ({ url, format, who = "" }: NotifyTarget) =>
  hash("sha256", `${format} ${url} ${who}`, "hex").slice(0, 32)

async function readKept(file: TextFile, warn: Warn): Promise<KeptTargets> {
  try {
    const kept = await jsonFile<Partial<KeptTargets>>(file).read()
    return { targets: kept?.targets ?? {} }
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
    warn("The record of sent needs is damaged, so all needs are sent again", error)
    return { targets: {} }
  }
}
