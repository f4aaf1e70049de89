/** Numbers by task, ascending: which comments a task has. */
export interface Lists {
  of(task: number): readonly number[]
  add(task: number, n: number): void
  remove(task: number, n: number): void
}

export function createLists(): Lists {
  const lists = new Map<number, number[]>()
  return {
    of: (task) => lists.get(task) ?? [],
    add(task, n) {
      const list = lists.get(task)
      if (!list) lists.set(task, [n])
      else if ((list.at(-1) ?? 0) < n) list.push(n)
      else {
        list.push(n) // an undone deletion comes back in reverse
        list.sort((a, b) => a - b)
      }
    },
    remove(task, n) {
      const list = lists.get(task)
      const place = list?.lastIndexOf(n) ?? -1
      if (place >= 0) list?.splice(place, 1)
      if (list?.length === 0) lists.delete(task)
    },
  }
}
