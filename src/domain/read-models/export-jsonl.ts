import type { Task } from "../board/records.ts"
import { exportVersion, type ExportHeader } from "../wire/export-schema.ts"
import { iso } from "../wire/time.ts"
import { saidOf, storedTask, type ExportMoment } from "./export-moment.ts"
import { viewComment, viewReflection, viewReview } from "./task-view.ts"

/** A header, then one task a line. A task with many comments comes in several pieces. */
export function* toJsonLines(moment: ExportMoment): Generator<string, void> {
  const { board, counters, at, tasks } = moment
  yield toLine({
    _type: "upnext",
    version: exportVersion,
    board: counters.board,
    seq: counters.seq,
    at: iso(at),
    tasks: tasks.length,
  } satisfies ExportHeader)
  for (const task of tasks) {
    yield JSON.stringify(storedTask(moment, task)).slice(0, -1)
    yield* toList("comments", saidOf(board.commentsOf, task, counters.comment), (n) =>
      show(board.comments.get(n), viewComment),
    )
    yield* toList("reflections", saidOf(board.reflectionsOf, task, counters.reflection), (n) =>
      show(board.reflections.get(n), viewReflection),
    )
    yield* toList("reviews", saidOf(board.reviewsOf, task, counters.review), (n) =>
      show(board.reviews.get(n), viewReview),
    )
    yield "}\n"
  }
}

// --- internal ---

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

function* toList(field: string, numbers: readonly Task["n"][], show: (n: number) => unknown) {
  yield `,"${field}":[`
  let comma = ""
  for (const n of numbers) {
    const shown = show(n)
    if (shown === undefined) continue
    yield comma + JSON.stringify(shown)
    comma = ","
  }
  yield "]"
}

function show<R>(record: R | undefined, view: (record: R) => { readonly taskId: string }) {
  if (record === undefined) return undefined
  const { taskId: _, ...shown } = view(record)
  return shown
}
