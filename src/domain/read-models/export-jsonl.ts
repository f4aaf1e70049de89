import type { Task } from "../board/records.ts"
import { exportVersion, type ExportHeader } from "../wire/exports/export-schema.ts"
import { taskId } from "../wire/names.ts"
import { iso } from "../wire/time.ts"
import { saidOf, storedTask, type ExportMoment } from "./export-moment.ts"
import { viewComment, viewReflection, viewReview } from "./said-view.ts"

/**
 * A header, then one line per task. A task with many comments is written in several pieces, a task with very many in
 * several lines.
 */
export function* toJsonLines(moment: ExportMoment): Generator<string, void> {
  const { counters, at, tasks } = moment
  yield toLine({
    _type: "upnext",
    version: exportVersion,
    board: counters.board,
    seq: counters.seq,
    at: iso(at),
    tasks: tasks.length,
  } satisfies ExportHeader)
  for (const task of tasks) yield* toTaskLines(moment, task)
}

// --- internal ---

/**
 * In characters of at most 3 bytes each: together with the task's fields, less than the 8 MiB per line that an import
 * reads.
 */
const mostSaid = 2 * 1024 * 1024

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

/** The texts about a task are in its line as long as there is room, and otherwise in further lines. */
function* toTaskLines(moment: ExportMoment, task: Task): Generator<string, void> {
  yield JSON.stringify(storedTask(moment, task)).slice(0, -1)
  let room = mostSaid
  const said = Object.entries(saidLists(moment, task)).map(([field, texts]) => ({ field, texts, next: "" }))
  for (const list of said) {
    yield `,"${list.field}":[`
    room = yield* fill(list, room)
    yield "]"
  }
  yield "}\n"
  for (const list of said)
    while (list.next !== "") {
      yield `${JSON.stringify({ _type: "more", id: taskId(task.n) }).slice(0, -1)},"${list.field}":[`
      yield* fill(list, mostSaid)
      yield "]}\n"
    }
}

interface SaidList {
  readonly field: string
  readonly texts: Iterator<string>
  /** The first that found no room; empty where there is none. */
  next: string
}

/** @returns the room that is left, 0 where not all fitted */
function* fill(list: SaidList, room: number): Generator<string, number> {
  let left = room
  for (let comma = ""; ; comma = ",") {
    if (list.next === "") list.next = String(list.texts.next().value ?? "")
    if (list.next === "") return left
    if (list.next.length > left) return 0
    left -= list.next.length
    yield comma + list.next
    list.next = ""
  }
}

function saidLists({ board, counters }: ExportMoment, task: Task) {
  const { comments, reflections, reviews } = board
  return {
    comments: texts(saidOf(board.commentsOf, task, counters.comment), (n) =>
      show(comments.get(n), viewComment),
    ),
    reflections: texts(saidOf(board.reflectionsOf, task, counters.reflection), (n) =>
      show(reflections.get(n), viewReflection),
    ),
    reviews: texts(saidOf(board.reviewsOf, task, counters.review), (n) => show(reviews.get(n), viewReview)),
  }
}

function* texts(
  numbers: readonly number[],
  shown: (n: number) => object | undefined,
): Generator<string, void> {
  for (const n of numbers) {
    const each = shown(n)
    if (each !== undefined) yield JSON.stringify(each)
  }
}

function show<R>(record: R | undefined, view: (record: R) => { readonly taskId: string }) {
  if (record === undefined) return undefined
  const { taskId: _, ...shown } = view(record)
  return shown
}
