/** Lists of ascending numbers by the record that they belong to, such as the comments of each task. */
export interface Lists<K = number> {
  of(owner: K): readonly number[]
  add(owner: K, n: number): void
  remove(owner: K, n: number): void
}

/** How many numbers of an ascending list are below `n`. */
export function lowerBound(list: readonly number[], n: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] ?? n) < n) low = middle + 1
    else high = middle
  }
  return low
}

export function createLists<K = number>(): Lists<K> {
  const lists = new Map<K, number[]>()
  return {
    of: (owner) => lists.get(owner) ?? none,
    add(owner, n) {
      const list = lists.get(owner)
      if (!list) lists.set(owner, [n])
      else if ((list.at(-1) ?? 0) < n) list.push(n)
      else {
        list.push(n) // undoing a deletion puts the numbers back in reverse order
        list.sort((a, b) => a - b)
      }
    },
    remove(owner, n) {
      const list = lists.get(owner)
      const place = list?.lastIndexOf(n) ?? -1
      if (place >= 0) list?.splice(place, 1)
      if (list?.length === 0) lists.delete(owner)
    },
  }
}

const none: readonly number[] = []

export function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i])
}
