import type { NeedView, NoticeView, TaskView } from "../api/types.ts"
import { counted } from "./format.ts"
import { sayStuck } from "./stuck-words.ts"
import { conflictsOf, redChecks } from "./wrongs.ts"

/** The number of tasks that need me, in words. */
export const needWords = (count: number): string =>
  count === 0
    ? "Nothing is waiting for you"
    : `${counted(count)} ${count === 1 ? "task needs" : "tasks need"} you`

/** Why a task needs somebody: who, what they did or what is the matter, and what was said. */
export interface SaidNeed {
  readonly who?: string
  readonly words: string
  readonly said?: string
  readonly isRed: boolean
}

export function sayNeed({ task, why, by, detail, question, notices }: Why, now: number): SaidNeed {
  const who = by === null ? {} : { who: by }
  const [red] = why === "review" ? [...redChecks(task).map(({ words }) => words), ...sayConflict(task)] : []
  if (red !== undefined) return { words: red, isRed: true }
  if (why === "review") return { ...who, words: by === null ? "to review" : "finished it", isRed: false }
  if (why === "question") {
    const said = detail === null ? {} : { said: detail }
    const notice = saidTo({ why, notices })
    if (question === undefined && notice)
      return { ...who, words: noticeWords[notice.kind], ...said, isRed: false }
    const isBlocked = question === undefined && task.status === "blocked"
    return { ...(isBlocked ? { words: "blocked" } : { ...who, words: "asks" }), ...said, isRed: false }
  }
  if (why === "blocked") return { words: "blocked", isRed: false }
  if (why === "nobody_asks")
    return { words: "nobody is asking for work", ...(detail !== null && { said: detail }), isRed: true }
  if (why === "failing") return { words: sayFailures(task), isRed: false }
  const last = notices.at(-1)
  if (why === "notice")
    return last
      ? { who: last.actor, words: noticeWords[last.kind], isRed: false }
      : { words: "news", isRed: false }
  return { words: sayStuck(task, now), isRed: true }
}

/** What somebody said that asks for words, if that is why the task needs somebody. */
export const saidTo = ({ why, notices }: Pick<Why, "why" | "notices">): NoticeView | undefined =>
  why === "question" ? notices.findLast(({ kind }) => kind === "mention" || kind === "comment") : undefined

/** The words that follow the name of the person who did it. */
export const noticeWords: Readonly<Record<NoticeView["kind"], string>> = {
  mention: "mentioned you",
  comment: "commented",
  unblocked: "unblocked it",
  review_requested: "asks you to review it",
  changes_requested: "requests changes",
  assigned: "assigned you",
  lease_expired: "Your claim expired, and the task was released",
}

// --- internal ---

interface Why extends Pick<NeedView, "task" | "why" | "by" | "detail" | "question"> {
  readonly notices: readonly NoticeView[]
}

const sayConflict = (task: TaskView) => conflictsOf(task).map((base) => `conflicts with ${base}`)

function sayFailures({ attempts, expiries }: TaskView): string {
  return [
    ...(attempts > 0 ? [attempts === 1 ? "1 failed attempt" : `${attempts} failed attempts`] : []),
    ...(expiries > 1 ? [`${expiries} claims expired`] : []),
  ].join(", ")
}
