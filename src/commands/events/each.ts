import { UpnextError } from "../../errors.ts"
import type { createClient } from "../../terminal/client.ts"
import type { Client } from "../../client/client.ts"
import type { EventFilter } from "../../client/events.ts"
import type { PublicEvent } from "../../domain/events/shown.ts"
import { noteError, noteHint } from "../../terminal/named-note.ts"
import { line, note, print } from "../../terminal/output.ts"
import type { Settings } from "../../terminal/settings.ts"
import type { ShownTask } from "../../terminal/shown/task.ts"
import { createConnection } from "../../attempts/work/connection.ts"
import { createTeller } from "../../attempts/work/outcome.ts"
import { startProcess, type ProcessEnd } from "../../attempts/processes/process.ts"
import { startRefusal } from "../../attempts/work/start-refusal.ts"
import { createStop, type Stop } from "../../attempts/processes/stop.ts"
import { environment, inputOf } from "./command-input.ts"
import { openPlace } from "./place.ts"
import { showEvent } from "./show.ts"

export interface Round {
  /** Handed over, so that the script of the runner holds no second client. */
  readonly createClient: typeof createClient
  readonly settings: Settings
  readonly filter: EventFilter
  readonly command: string
  readonly args: readonly string[]
  /** Under which the place is kept. */
  readonly name: string | undefined
  readonly isJson: boolean
}

/**
 * Runs the command for each event, one after the other, until a signal ends it or a command fails. An event counts as done
 * when its command has ended with 0, and only then is the next one begun. Resolves with the exit status. Rejects if the
 * server refuses.
 */
export async function runForEach(round: Round): Promise<number> {
  const { settings, filter, name } = round
  const { client, board, seq } = await reach(round)
  const place = name === undefined ? undefined : await openPlace(settings.home, board, name)
  const stop = createStop()
  const teller = createTeller(round.isJson, 1)
  let done = place?.after ?? filter.after ?? seq
  const take = async (after: number) => {
    done = after
    await place?.keep(after)
  }
  const watch = {
    lost: () => teller.say(`Lost the event stream from ${settings.url}; will resume when it is back.`),
    back: () => teller.say("The event stream is back."),
  }
  const run = createRunner(round, client, stop)
  try {
    // A new name begins here, however soon it is killed.
    if (place?.after === undefined) await take(done)
    teller.say(`Runs ${round.command} for each event after ${done}. Ctrl-C ends it.`)
    for await (const event of client.events({ ...filter, after: done }, stop.asked, watch)) {
      if (event.type === "reset") {
        teller.say(`The log ends at event ${event.seq}, before event ${done}; continuing from its end.`)
        await take(event.seq)
        continue
      }
      note(showEvent(event))
      const end = await run(event)
      if (end === "stopped") break
      if (end === "failed") return 1
      await take(event.seq)
    }
    return stop.status() ?? 0
  } finally {
    if (!place) teller.say(`Every event up to ${done} is done; --after ${done} continues from there.`)
    stop.close()
    await place?.close()
  }
}

// --- internal ---

/** A client that takes no other board for this one, the key of the board, and the last event there is. */
async function reach({ settings: { url, token, homeCheck }, createClient }: Round) {
  const { homeId, database, seq } = await createClient({ url, token, homeCheck }).health()
  // Servers that share a board in a database have a home each. Their board goes by the URL.
  const id = database === undefined ? homeId : undefined
  const sameHome = {
    ...homeCheck,
    id: id ?? homeCheck?.id,
    confirm: () => Promise.resolve(),
    vouch: () => homeCheck?.vouch() ?? Promise.resolve(),
    explain: (error: unknown) => homeCheck?.explain(error) ?? Promise.resolve(error),
  }
  return {
    client: createClient({ url, token, homeCheck: sameHome, timeout: 10_000 }),
    board: id ?? new URL(url).host,
    seq,
  }
}

/** Runs the command for an event and tells what came of it. */
function createRunner({ settings, command, args, name, isJson }: Round, client: Client, stop: Stop) {
  const teller = createTeller(isJson, 1)
  const connection = createConnection(teller.say)

  async function start(event: PublicEvent, task: ShownTask | null): Promise<ProcessEnd | undefined> {
    const { stdout, stderr } = teller.output(event.task ?? "")
    const order = {
      command,
      args,
      env: environment({ event, task }, settings),
      input: inputOf({ event, task }),
    }
    const running = await startProcess({ ...order, stdout, stderr }).catch((cause: unknown) => {
      throw startRefusal(command, `Event ${event.seq} has not been handled.`, cause)
    })
    const over = new AbortController()
    const listening = { signal: over.signal, once: true }
    stop.asked.addEventListener("abort", () => running.end(), listening)
    stop.hurried.addEventListener("abort", () => running.kill(), listening)
    if (stop.asked.aborted) running.end()
    const end = await running.ended.finally(() => over.abort())
    return running.isEnding() ? undefined : end
  }

  function tellFailure({ seq, type, task = "" }: PublicEvent, { exit, stdout, stderr }: ProcessEnd): void {
    const last = line(stderr.last() || stdout.last())
    const how = `${typeof exit === "number" ? `exit ${exit}` : exit}${last === "" ? "" : `: ${last}`}`
    noteError(`${command} failed on event ${seq} (${[type, task].join(" ").trim()}), ${how}`)
    const again = name === undefined ? `--after ${seq - 1} begins` : "The next start under this name begins"
    noteHint(`${again} with this event again.`)
  }

  return async (event: PublicEvent): Promise<"done" | "failed" | "stopped"> => {
    const begun = performance.now()
    const task = event.task === undefined ? null : await readTask(event.task)
    if (task === "stopped") return task
    const end = await start(event, task)
    if (end === undefined) return "stopped"
    const { seq, type } = event
    const ms = Math.round(performance.now() - begun)
    if (isJson) print(JSON.stringify({ event: seq, type, task: event.task ?? null, exit: end.exit, ms }))
    if (end.exit === 0) return "done"
    tellFailure(event, end)
    return "failed"
  }

  /** As it is now; null if it is deleted. */
  async function readTask(id: string): Promise<ShownTask | null | "stopped"> {
    try {
      const ask = () => client.task.read({ id }, { signal: stop.asked })
      return (await connection.persist(ask, { signal: stop.asked })).task
    } catch (error) {
      if (stop.asked.aborted) return "stopped"
      if (error instanceof UpnextError && isGone.includes(error.code)) return null
      throw error
    }
  }
}

const isGone: readonly string[] = ["task_deleted", "task_not_found"]
