/** The first items, at most so many. */
export function take<T>(items: Iterable<T>, most: number): T[] {
  const taken: T[] = []
  if (most > 0)
    for (const item of items) {
      taken.push(item)
      if (taken.length === most) break
    }
  return taken
}
