import type { Board } from "../board/board.ts"
import { canonicalName } from "../board/find.ts"
import type { ImportedTask } from "../events/import-fields.ts"
import type { Context } from "../context.ts"
import type { ImportTask } from "../wire/imports/import-schemas.ts"
import { nameKey, taskId } from "../wire/names.ts"
import { newFields } from "./stored-fields.ts"

type SaidThere = Pick<ImportedTask, "comments" | "reflections">

/** The numbers for new comments and reflections, continuing the board's numbers. */
export interface NextNumbers {
  comment: number
  reflection: number
}

/** A task as the board stores it. Times in the future are set to the current time, because nothing was done then. */
export function importedTask(
  board: Board,
  item: ImportTask,
  n: number,
  { now, actor }: Pick<Context, "now" | "actor">,
): ImportedTask {
  const spell = (name: string) => canonicalName(board, name)
  const past = (time: number | null | undefined) => (time == null ? null : Math.min(time, now))
  const { status } = item
  const isClosed = status === "done" || status === "cancelled"
  const createdAt = past(item.createdAt) ?? now
  const updatedAt = past(item.updatedAt)
  return {
    task: taskId(n),
    source: item.source,
    fields: newFields(
      {
        ...item,
        reviewer: reviewerOf(board, item),
        done_criteria: (item.criteria ?? []).map(({ text }) => text),
        criteriaChecks: boundIn(item),
      },
      { createdBy: spell(item.createdBy ?? actor), spell, now },
    ),
    status,
    reason: status === "blocked" ? (item.reason ?? null) : null,
    summary: item.summary ?? null,
    checks: checksOf(item, { now, by: spell(actor) }),
    createdAt,
    updatedAt: updatedAt ?? createdAt,
    startedAt: past(item.startedAt),
    finishedAt: isClosed ? (past(item.finishedAt) ?? updatedAt ?? createdAt) : null,
  }
}

/** The texts in the origin that do not exist here yet. Their authors are as the origin names them. */
export function saidThere(
  board: Board,
  n: number,
  { comments, reflections }: Pick<ImportTask, "comments" | "reflections">,
  next: NextNumbers,
  now: number,
): SaidThere {
  const known = board.tasks.has(n)
  const heard = new Set(known && comments?.length ? [...commentKeys(board, n)] : [])
  const learned = new Set(known && reflections?.length ? [...reflectionKeys(board, n)] : [])
  const isNew = (keys: ReadonlySet<string>, who: string, what: string, at: number | null | undefined) =>
    !keys.has(keyOf(who, what, at == null ? null : Math.min(at, now)))
  const fresh = (comments ?? []).filter(({ author, content, at }) => isNew(heard, author, content, at))
  const lessons = (reflections ?? []).filter(({ agent, content, at }) => isNew(learned, agent, content, at))
  return {
    ...(fresh.length > 0 && {
      comments: fresh.map(({ author, content, at }) => ({
        comment: `C-${++next.comment}`,
        author: canonicalName(board, author),
        content,
        at: Math.min(at ?? now, now),
      })),
    }),
    ...(lessons.length > 0 && {
      reflections: lessons.map(({ agent, content, at }) => ({
        reflection: `R-${++next.reflection}`,
        agent: canonicalName(board, agent),
        content,
        at: Math.min(at ?? now, now),
      })),
    }),
  }
}

// --- internal ---

/** Work that waits for a reviewer called "auto" would wait forever, unless an agent has that name. */
function reviewerOf(board: Board, { reviewer }: ImportTask): string | null {
  if (reviewer == null || (nameKey(reviewer) === "auto" && !board.agents.has("auto"))) return null
  return canonicalName(board, reviewer)
}

/** Which criterion depends on which check. */
function boundIn({ criteria }: ImportTask): Record<string, string> {
  return Object.fromEntries(
    (criteria ?? []).flatMap(({ text, standsOn }) => (standsOn == null ? [] : [[text, standsOn]])),
  )
}

function checksOf(
  { criteria }: ImportTask,
  { now, by }: { now: number; by: string },
): ImportedTask["checks"] {
  return (criteria ?? []).flatMap(({ text: criterion, check }) =>
    check == null
      ? []
      : [
          {
            criterion,
            by: check.by ?? by,
            at: Math.min(check.at ?? now, now),
            evidence: check.evidence ?? null,
          },
        ],
  )
}

/** Each comment of a task by its time, and comments without a time, because an origin may not state it. */
function* commentKeys(board: Board, n: number): Generator<string, void> {
  for (const each of board.commentsOf.of(n)) {
    const comment = board.comments.get(each)
    if (!comment) continue
    yield keyOf(comment.author, comment.content, comment.createdAt)
    yield keyOf(comment.author, comment.content, null)
  }
}

function* reflectionKeys(board: Board, n: number): Generator<string, void> {
  for (const each of board.reflectionsOf.of(n)) {
    const reflection = board.reflections.get(each)
    if (!reflection) continue
    yield keyOf(reflection.agent, reflection.content, reflection.createdAt)
    yield keyOf(reflection.agent, reflection.content, null)
  }
}

function keyOf(who: string, what: string, at: number | null): string {
  return `${nameKey(who)}\n${at ?? ""}\n${what}`
}
