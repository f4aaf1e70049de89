/** The same comments in the same order, except that an answer directly follows its question. */
export function answersBelow<T extends { readonly id: string; readonly answers?: string | undefined }>(
  talk: readonly T[],
): T[] {
  const answers = new Map(talk.map((each) => [each.answers, each]))
  const ids = new Set(talk.map(({ id }) => id))
  const withAnswer = (each: T): T[] => {
    const answer = answers.get(each.id)
    return answer ? [each, ...withAnswer(answer)] : [each]
  }
  return talk.filter((each) => each.answers === undefined || !ids.has(each.answers)).flatMap(withAnswer)
}
