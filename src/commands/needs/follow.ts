import { setTimeout as sleep } from "node:timers/promises"
import { environmentWithout } from "../../attempts/processes/own-environment.ts"
import { startProcess } from "../../attempts/processes/process.ts"
import { createStop, type Stop } from "../../attempts/processes/stop.ts"
import { createConnection } from "../../attempts/work/connection.ts"
import { createTeller } from "../../attempts/work/outcome.ts"
import { startRefusal } from "../../attempts/work/start-refusal.ts"
import { taskVariables } from "../../attempts/work/task-input.ts"
import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { needKey } from "../../domain/wire/tasks/need-words.ts"
import { passedOn } from "../../terminal/address.ts"
import { noteError } from "../../terminal/named-note.ts"
import { line, note, print } from "../../terminal/output.ts"
import type { Settings } from "../../terminal/settings.ts"

type FollowedNeed = OutputOf<"needs.list">["needs"][number]

interface FollowedNeeds {
  readonly client: Client
  readonly settings: Settings
  /** Whose needs; undefined: those that are for anyone. */
  readonly agent: string | undefined
  /** The command that runs for each, with its arguments; empty: each is printed. */
  readonly rest: readonly string[]
  readonly isJson: boolean
  show(need: FollowedNeed): string
}

/**
 * Prints each need that is new, or runs a command for it, until a signal ends it; first what is there already. Resolves
 * with the exit status. Rejects if the server refuses.
 */
export async function followNeeds(following: FollowedNeeds): Promise<number> {
  const { client, agent, rest, isJson, show } = following
  const stop = createStop()
  const teller = createTeller(isJson, 1)
  const connection = createConnection(teller.say)
  const isOver = () => stop.asked.aborted
  const ask = <T>(call: () => Promise<T>) => connection.persist(call, { signal: stop.asked })
  let told = new Set<string>()
  try {
    const { seq } = await client.health()
    const changes = watchChanges(client, seq, stop, ask)
    while (!isOver()) {
      const { needs, total } = await ask(() =>
        client.needs.list({ agent, limit: 500 }, { signal: stop.asked }),
      )
      const keys = needs.map(needKey)
      const fresh = needs.filter((need) => !told.has(needKey(need)))
      // Of a page that does not hold all, nothing follows from what it lacks.
      told = new Set(total > needs.length ? [...told, ...keys] : keys)
      for (const need of fresh) {
        if (isOver()) break
        if (rest.length === 0) print(show(need))
        else await runFor(need, following, stop)
      }
      await changes.next()
    }
  } catch (error) {
    if (!isOver()) throw error
  } finally {
    stop.ask() // what is still asked for would keep the process alive
    stop.close()
  }
  return stop.status() ?? 0
}

// --- internal ---

/** Some needs come with time alone, so it is not waited for long. */
const askEveryMs = 30_000
/** Changes of one moment are asked for once. */
const gatherMs = 1_000

/** What tells that needs may have changed. It rejects where the server refuses. */
function watchChanges(
  client: Client,
  after: number,
  stop: Stop,
  persist: (call: () => Promise<void>) => Promise<void>,
): { next(): Promise<void> } {
  let change = new AbortController()
  let refusal: unknown
  const listen = async () => {
    for await (const _ of client.events({ after }, stop.asked)) change.abort()
  }
  void persist(listen).catch((error: unknown) => {
    refusal = error
    change.abort()
  })
  stop.asked.addEventListener("abort", () => change.abort())
  const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined)
  return {
    async next() {
      await pause(askEveryMs, change.signal)
      if (change.signal.aborted) await pause(gatherMs, stop.asked)
      if (refusal !== undefined) throw refusal as Error
      if (!stop.asked.aborted) change = new AbortController()
    },
  }
}

async function runFor(
  need: FollowedNeed,
  { settings, rest, isJson }: FollowedNeeds,
  stop: Stop,
): Promise<void> {
  const [command = "", ...args] = rest
  const { task, why } = need
  const begun = performance.now()
  const { stdout, stderr } = createTeller(isJson, 1).output(task.id)
  note(`${task.id} ${why}`)
  const order = {
    ...{ command, args, stdout, stderr },
    env: {
      ...environmentWithout(/^UPNEXT_(?:TASK_|NEED$)/),
      ...passedOn(settings),
      ...taskVariables(task),
      UPNEXT_NEED: why,
    },
    input: `${JSON.stringify(need)}\n`,
  }
  const running = await startProcess(order).catch((cause: unknown) => {
    throw startRefusal(command, `${task.id}'s need was not passed to the command.`, cause)
  })
  const over = new AbortController()
  const listening = { signal: over.signal, once: true }
  stop.asked.addEventListener("abort", () => running.end(), listening)
  stop.hurried.addEventListener("abort", () => running.kill(), listening)
  if (stop.asked.aborted) running.end()
  const { exit, stdout: said, stderr: failed } = await running.ended.finally(() => over.abort())
  if (isJson) print(JSON.stringify({ task: task.id, why, exit, ms: Math.round(performance.now() - begun) }))
  if (exit === 0 || running.isEnding()) return
  const last = line(failed.last() || said.last())
  noteError(`${command} failed for ${task.id} (${why}), exit ${exit}${last === "" ? "" : `: ${last}`}`)
}
