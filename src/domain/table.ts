/** Records by key. Records are replaced, never edited; `changed` keeps indexes up inside each `put` and `delete`. */
export interface Table<K, R> {
  readonly size: number
  get(key: K): R | undefined
  has(key: K): boolean
  put(record: R): void
  delete(key: K): void
  values(): IterableIterator<R>
}

/** What can take back all that was put and deleted since it began, or since a mark. */
export interface Undo {
  begin(): void
  forget(): void
  /** How many changes there are to take back: a place to return to. */
  mark(): number
  rollback(to?: number): void
  /** Called by tables: how to take back one change. */
  note(back: () => void): void
  /** Counts every change there ever was, those taken back and the taking back included. */
  readonly changes: number
}

export function createUndo(): Undo {
  let steps: (() => void)[] | undefined
  let changes = 0
  return {
    get changes() {
      return changes
    },
    begin() {
      steps = []
    },
    forget() {
      steps = undefined
    },
    mark: () => steps?.length ?? 0,
    rollback(to = 0) {
      const taken = steps ?? []
      steps = undefined // what is taken back is not noted again
      while (taken.length > to) taken.pop()?.()
      steps = taken
    },
    note(back) {
      changes++
      steps?.push(back)
    },
  }
}

export function createTable<K, R>(
  keyOf: (record: R) => K,
  undo: Undo,
  changed?: (before: R | undefined, after: R | undefined) => void,
): Table<K, R> {
  const records = new Map<K, R>()

  function replace(key: K, after: R | undefined): void {
    const before = records.get(key)
    if (after === undefined) records.delete(key)
    else records.set(key, after)
    changed?.(before, after)
    undo.note(() => replace(key, before))
  }

  return {
    get size() {
      return records.size
    },
    get: (key) => records.get(key),
    has: (key) => records.has(key),
    put: (record) => replace(keyOf(record), record),
    delete(key) {
      if (records.has(key)) replace(key, undefined)
    },
    values: () => records.values(),
  }
}
