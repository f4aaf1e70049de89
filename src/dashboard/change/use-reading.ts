import { useState } from "preact/hooks"
import { session } from "../api/session.ts"
import type { Change } from "./read-change.ts"

export type FileReading = ReturnType<typeof useReading>

/**
 * How far somebody has read a change: which of its files are open, and which were viewed.
 * @param patch names the change; null while there is none
 * @param change null while it is not known
 */
export function useReading(patch: string | null, change: Change | null) {
  const [kept, set] = useState<KeptFiles | null>(null)
  const viewed: ReadonlySet<string> = new Set(patch === null ? [] : session.viewed(patch))
  const open: ReadonlySet<string> =
    kept?.patch === patch
      ? kept.open
      : new Set(change ? openAtFirst(change).filter((path) => !viewed.has(path)) : [])
  const keep = (now: ReadonlySet<string>) => set({ patch, open: now })
  const toggled = (paths: ReadonlySet<string>, path: string) => {
    const next = new Set(paths)
    if (!next.delete(path)) next.add(path)
    return next
  }
  return {
    open,
    viewed,
    setOpen: (paths: readonly string[]) => keep(new Set(paths)),
    toggle: (path: string) => keep(toggled(open, path)),
    /** What was viewed is folded. */
    view(path: string) {
      if (patch === null) return
      const next = toggled(viewed, path)
      session.setViewed(patch, [...next])
      keep(next.has(path) === open.has(path) ? toggled(open, path) : new Set(open))
    },
  }
}

// --- internal ---

interface KeptFiles {
  readonly patch: string | null
  readonly open: ReadonlySet<string>
}

/** Files are open as far as their lines are so many. */
const linesAtFirst = 400

/** What was decided on before stays folded, where there is anything else. */
function openAtFirst({ files }: Change): readonly string[] {
  const fresh = files.filter(({ isAsBefore }) => !isAsBefore)
  let lines = 0
  return (fresh.length > 0 ? fresh : files)
    .filter(({ rows }) => (lines += rows.length) <= linesAtFirst)
    .map(({ path }) => path)
}
