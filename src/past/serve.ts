import type { Board } from "../domain/board/board.ts"
import { allTexts, type SearchIndex } from "../domain/board/search.ts"
import { nobodySeen } from "../domain/board/agents/presence.ts"
import type { Policy } from "../domain/context.ts"
import type { CallResult } from "../engine/call.ts"
import { readTaskEvents } from "../engine/task-events.ts"
import { fail, UpnextError } from "../errors.ts"
import type { Query, QueryContext } from "../operation.ts"
import { operations } from "../operations/index.ts"
import { createSearch } from "../search/search.ts"
import type { LogReader } from "../storage/storage.ts"
import type { FromPast, PastPort, ToPast } from "./messages.ts"
import type { Timeline } from "./timeline.ts"

export interface ServePastOptions {
  readonly port: PastPort<FromPast, ToPast>
  readonly reader: LogReader
  readonly timeline: Timeline
  readonly policy: Policy
  checkRoom(): void
}

type AskedPast = Extract<ToPast, { kind: "ask" }>

/** Answers questions to the past, one moment at a time: the oldest question first, and with it all of its moment. */
export function servePast({ port, reader, timeline, policy, checkRoom }: ServePastOptions): void {
  const waiting = new Map<number, AskedPast>()
  let isBusy = false
  let search: SearchIndex | undefined

  port.hear((message) => {
    if (message.kind === "ask") waiting.set(message.id, message)
    if (message.kind === "drop") waiting.delete(message.id)
    if (message.kind === "close") {
      waiting.clear()
      return void reader.close().finally(() => port.close())
    }
    void work()
  })

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    for (const asked of waiting.values()) await answerMoment(asked)
    isBusy = false
  }

  /** Answers all that wait for the moment of a question. */
  async function answerMoment({ question: { moment, last } }: AskedPast): Promise<void> {
    const key = JSON.stringify(moment)
    const asking = () =>
      [...waiting.values()].filter(({ question }) => JSON.stringify(question.moment) === key)
    try {
      const board = await timeline.boardAt(moment, last, () => asking().length > 0)
      search?.close()
      search = undefined
      if (board === undefined) return
      for (const asked of asking()) if (waiting.has(asked.id)) await answer(board, asked)
    } catch (error) {
      for (const { id } of asking()) settle(id, toMessage(error))
    }
  }

  async function answer(board: Board, { id, question }: AskedPast): Promise<void> {
    try {
      const result = await read(board, question)
      settle(id, { result: { ...result, at: board.now } })
    } catch (error) {
      settle(id, toMessage(error))
    }
  }

  async function read(
    board: Board,
    { operation: name, input, actor }: AskedPast["question"],
  ): Promise<CallResult> {
    const operation = operations.find((each) => each.name === name) as Query | undefined
    if (operation === undefined) fail("internal", `There is no operation ${name}.`)
    if (operation.searches?.(input) === true) await searchOf(board).ready()
    const end = operation.trail?.(board, input)
    const trail = end === undefined ? [] : await readTaskEvents(reader, end)
    const context = contextOf(board, { actor, policy, trail }, searchOf)
    return { answer: operation.read(board, input, context), seq: board.counters.seq }
  }

  /** The search of the moment that is being answered. */
  function searchOf(board: Board): SearchIndex {
    if (search === undefined) {
      search = createSearch({ checkRoom, warn: () => undefined })
      search.put(allTexts(board))
    }
    return search
  }

  function settle(id: number, message: PastOutcome): void {
    if (waiting.delete(id)) port.post({ id, ...message })
  }
}

// --- internal ---

type PastOutcome = FromPast extends infer M ? (M extends unknown ? Omit<M, "id"> : never) : never

function contextOf(
  board: Board,
  known: Pick<QueryContext, "actor" | "policy" | "trail">,
  searchOf: (board: Board) => SearchIndex,
): QueryContext {
  const { now } = board
  return {
    ...known,
    now,
    // None of these is in the log.
    presence: nobodySeen,
    outputs: { keptSince: now, of: () => [] },
    places: { of: () => undefined },
    get search() {
      return searchOf(board)
    },
    token: () => fail("internal", "A read of the past grants no leases."),
    newToken: () => fail("internal", "A read of the past creates no tokens."),
    lastUse: () => undefined,
  }
}

function toMessage(error: unknown): PastOutcome {
  if (!(error instanceof UpnextError))
    return { defect: error instanceof Error ? String(error.stack) : String(error) }
  const { code, message: detail, facts, errors } = error
  return { refusal: { code, detail, facts, errors } }
}
