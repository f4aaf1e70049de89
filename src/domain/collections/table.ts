/** Records by key. Records are replaced, never edited. Each `put` and `delete` calls `changed`, which updates indexes. */
export interface Table<K, R> {
  readonly size: number
  get(key: K): R | undefined
  has(key: K): boolean
  put(record: R): void
  delete(key: K): void
  values(): IterableIterator<R>
}

/** Reverts everything that was put and deleted since the beginning, or since a mark. */
export interface Undo {
  begin(): void
  forget(): void
  /** How many changes there are to revert now. Serves as a mark to return to. */
  mark(): number
  rollback(to?: number): void
  /** Called by tables. `back(before, key)` reverts one change; two stored values cost half as much as a closure. */
  note<B, K>(back: (before: B, key: K) => void, before: B, key: K): void
  /** Counts every change ever made. A change that is reverted counts again. */
  readonly changes: number
}

interface Step {
  readonly back: (before: unknown, key: unknown) => void
  readonly before: unknown
  readonly key: unknown
}

export function createUndo(): Undo {
  let steps: Step[] | undefined
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
      steps = undefined // taking back a change must not be noted as a change
      while (taken.length > to) {
        const step = taken.pop()
        step?.back(step.before, step.key)
      }
      steps = taken
    },
    note(back, before, key) {
      changes++
      steps?.push({ back, before, key } as Step)
    },
  }
}

export function createTable<K, R>(
  keyOf: (record: R) => K,
  undo: Undo,
  changed?: (before: R | undefined, after: R | undefined) => void,
): Table<K, R> {
  const records = new Map<K, R>()

  function replace(after: R | undefined, key: K): void {
    const before = records.get(key)
    if (after === undefined) records.delete(key)
    else records.set(key, after)
    changed?.(before, after)
    undo.note(replace, before, key)
  }

  return {
    get size() {
      return records.size
    },
    get: (key) => records.get(key),
    has: (key) => records.has(key),
    put: (record) => replace(record, keyOf(record)),
    delete(key) {
      if (records.has(key)) replace(undefined, key)
    },
    values: () => records.values(),
  }
}
