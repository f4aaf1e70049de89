import type { Comment } from "./said-records.ts"

/** The questions that nobody has answered, by task. */
export type Questions = ReturnType<typeof createQuestions>

export function createQuestions(get: (n: number) => Comment | undefined) {
  const open = new Map<number, number[]>()
  const answers = new Map<number, number>()

  function put(question: Comment | undefined): void {
    if (!question?.ask || answers.has(question.n)) return
    const others = open.get(question.task) ?? []
    open.set(
      question.task,
      [...others, question.n].toSorted((a, b) => a - b),
    )
  }

  function take(task: number, question: number): void {
    const others = open.get(task)?.filter((n) => n !== question) ?? []
    if (others.length > 0) open.set(task, others)
    else open.delete(task)
  }

  return {
    /** Their numbers, oldest first. */
    of: (task: number): readonly number[] => open.get(task) ?? none,
    /** The tasks that have any, in no order. */
    tasks: (): Iterable<number> => open.keys(),
    /** The number of the comment that answers this question. */
    answerOf: (question: number): number | undefined => answers.get(question),
    changed(before: Comment | undefined, after: Comment | undefined): void {
      if (before?.ask) take(before.task, before.n)
      if (before?.answers !== undefined) {
        answers.delete(before.answers)
        put(get(before.answers))
      }
      if (after?.answers !== undefined) {
        answers.set(after.answers, after.n)
        take(after.task, after.answers)
      }
      put(after)
    },
  }
}

// --- internal ---

const none: readonly number[] = []
