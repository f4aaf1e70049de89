/** What the model writes down of a task, oldest first. Reading it from the beginning is the whole rule of the hand-over. */
export type Note =
  | { what: "begun"; who: string; at: number }
  | { what: "ended"; who: string; how: string; reason: string | null; at: number }
  | { what: "said"; who: string; text: string; ofReview: boolean }
  | { what: "asked"; who: string; words: string | null; at: number; review: number }

/** The hand-over in small letters, with comments as texts. @param open the review whose changes are due @param claimer null: nobody is named */
export function handoffOf(
  past: readonly Note[],
  {
    attempts,
    expiries,
    isAtWork,
    open,
    hasWork,
    unlanded,
  }: {
    attempts: number
    expiries: number
    isAtWork: boolean
    open: number | null
    hasWork: boolean
    unlanded: readonly number[]
  },
  claimer: string | null,
): object | null {
  const begun = past.flatMap((note, i) => (note.what === "begun" && note.who === claimer ? [i] : []))
  const from = begun.at(isAtWork ? -2 : -1) ?? 0
  const asked = past.findLastIndex((note) => note.what === "asked" && note.review === open)
  const isOpen = asked >= 0
  const said = past.flatMap((note, i) => {
    if (i < from || note.what !== "said" || note.who === claimer) return []
    // The words of a review come right after it.
    return isOpen && note.ofReview && i === asked + 1 ? [] : [note.text]
  })
  const ended = past.findLast((note) => note.what === "ended")
  const request = past[asked]
  const handoff = {
    attempts,
    expiries,
    lastAttempt: !ended || ended.how === "completed" ? null : [ended.who, ended.how, ended.reason, ended.at],
    review: isOpen && request?.what === "asked" ? [request.who, request.words, request.at] : null,
    comments: said.slice(-10),
    omitted: Math.max(0, said.length - 10),
    unlanded,
  }
  const isEmpty =
    attempts + expiries === 0 &&
    !handoff.lastAttempt &&
    !handoff.review &&
    said.length + unlanded.length === 0
  return isEmpty && !hasWork ? null : handoff
}
