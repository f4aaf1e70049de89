import { ascending, createKeyedSets } from "../../collections/keyed-sets.ts"
import type { SortedSet } from "../../collections/sorted-set.ts"
import { createTable, type Undo } from "../../collections/table.ts"
import type { ImportRecord, Origin } from "./import-records.ts"

/** Imports from other tools. Only one import is open at a time, and its tasks are not ready. */
export type ImportTables = ReturnType<typeof createImportTables>

/** @param onRelease called with a task when its import ends, also through an undo */
export function createImportTables(undo: Undo, onRelease: (n: number) => void) {
  const sources = new Map<string, number>()
  const added = createKeyedSets(ascending)
  let open: number | undefined

  const imports = createTable<number, ImportRecord>(
    ({ n }) => n,
    undo,
    (before, after) => {
      const n = (after ?? before)?.n ?? 0
      const was = open
      if (after?.state === "open") open = n
      else if (open === n) open = undefined
      if (was !== open) for (const task of added.get(String(n))?.values() ?? []) onRelease(task)
    },
  )
  const origins = createTable<number, Origin>(
    ({ n }) => n,
    undo,
    (before, after) => {
      if (before && sources.get(before.source) === before.n) sources.delete(before.source)
      if (after && !after.isGone) sources.set(after.source, after.n)
      if (before?.import === after?.import) return
      if (before) added.delete(String(before.import), before.n)
      if (after) added.add(String(after.import), after.n)
    },
  )

  return {
    imports,
    /** By the number of the task. */
    origins,
    /** The task that a source refers to here; it may be deleted. */
    bySource: (source: string): Origin | undefined => origins.get(sources.get(source) ?? 0),
    /** The numbers of the tasks that an import has added, in ascending order. */
    importedBy: (n: number): SortedSet<number> | undefined => added.get(String(n)),
    /** The import that has begun and not ended. */
    openImport: (): ImportRecord | undefined => (open === undefined ? undefined : imports.get(open)),
    /** Whether a task is of an import that has not ended. */
    isHeld: (n: number) => open !== undefined && origins.get(n)?.import === open,
    /** For comparing two boards. */
    dumpImports: (): unknown => [
      open ?? null,
      [...sources].sort(([a], [b]) => (a < b ? -1 : 1)),
      added.dump(),
    ],
  }
}
