/** Merges several ordered walks into one ordered walk. */
export function* merge<T>(
  walks: readonly Iterator<T, void>[],
  compare: (a: T, b: T) => number,
): Generator<T, void> {
  const heads = walks.flatMap((walk) => {
    const { done, value } = walk.next()
    return done ? [] : [{ walk, value }]
  })
  while (heads.length > 0) {
    const best = heads.reduce((a, b) => (compare(b.value, a.value) < 0 ? b : a))
    yield best.value
    const { done, value } = best.walk.next()
    if (done) heads.splice(heads.indexOf(best), 1)
    else best.value = value
  }
}
