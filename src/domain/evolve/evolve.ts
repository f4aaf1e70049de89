import type { Board } from "../board/board.ts"
import type { StoredAnswer } from "../board/records.ts"
import type { BoardEvent, EventMeta, EventType } from "../events/index.ts"
import { numberOf } from "../wire/names.ts"
import { accessFolds } from "./access.ts"
import { watchEffects } from "./effects.ts"
import type { EventFolds } from "./fold.ts"
import { importFolds } from "./imports.ts"
import { notify } from "./inbox.ts"
import { leaseFolds } from "./leases.ts"
import { followOwnership } from "./ownership.ts"
import { resourceFolds } from "./resources.ts"
import { saidFolds } from "./said.ts"
import { taskFolds } from "./tasks.ts"
import { teamFolds } from "./team.ts"
import { dropKnownUsage, usageFolds } from "./usage.ts"
import { workFolds } from "./work.ts"

/** Folds one command of the log into the board. It uses nothing but the command, so a replay is exact. */
export function evolveCommand(
  board: Board,
  command: {
    at: number
    actor: string
    via?: string | undefined
    events: readonly BoardEvent[]
    joins?: number | undefined
    idem?: Omit<StoredAnswer, "at"> | undefined
    board?: string | undefined
  },
): void {
  const { at, actor, via, events, idem, board: id } = command
  if (id !== undefined) board.count({ board: id })
  const keepEffects = watchEffects(board, command)
  for (const event of events) evolve(board, event, { seq: board.counters.seq + 1, at, actor, via })
  board.commands.forgetOld(at)
  dropKnownUsage(board, at)
  keepEffects?.()
  if (idem) board.answers.put({ ...idem, at })
}

/** Folds events in temporarily, in order to read their result, and rolls them back. */
export function evolveForNow<T>(
  board: Board,
  { now, actor }: { readonly now: number; readonly actor: string },
  ask: (fold: (event: BoardEvent) => void) => T,
): T {
  const mark = board.mark()
  try {
    return ask((event) => evolve(board, event, { seq: board.counters.seq + 1, at: now, actor }))
  } finally {
    board.rollback(mark)
  }
}

export function evolve(board: Board, event: BoardEvent, meta: EventMeta): void {
  board.count({ seq: meta.seq, at: meta.at })
  const before = "task" in event ? board.tasks.get(numberOf(event.task)) : undefined
  const fold = folds[event.type] as (board: Board, event: BoardEvent, meta: EventMeta) => void
  fold(board, event, meta)
  notify(board, event, meta, before)
  followOwnership(board, event, meta, before)
}

// --- internal ---

const folds: EventFolds<EventType> = {
  ...taskFolds,
  ...leaseFolds,
  ...saidFolds,
  ...teamFolds,
  ...workFolds,
  ...usageFolds,
  ...resourceFolds,
  ...importFolds,
  ...accessFolds,
}
