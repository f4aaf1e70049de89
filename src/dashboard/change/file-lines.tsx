import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { placeText, type LinePlace } from "../../domain/wire/tasks/place.ts"
import type { CommentView } from "../api/types.ts"
import type { State } from "../state/state.ts"
import { ChangeLine } from "./change-line.tsx"
import { LineComments } from "./line-comments.tsx"
import { LineForm } from "./line-form.tsx"
import { markWords, type WordPiece } from "./marked-words.ts"
import type { ChangeRow } from "./read-change.ts"

interface Props extends Pick<State, "agents"> {
  id: string
  path: string
  rows: readonly ChangeRow[]
  commit: string | null
  comments: readonly CommentView[]
}

/** The lines of a file in one column. Each may be commented: by its number, or with the arrow keys and Enter. */
export function FileLines({ id, path, rows, commit, comments, agents }: Props) {
  const [most, setMost] = useState(linesAtOnce)
  const [chosen, choose] = useState<number | null>(null)
  const lines = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => rows.slice(0, most), [rows, most])
  const marks = useMarks(shown)
  const byLine = useMemo(() => commentsByLine(comments), [comments])
  const placeOf = (row: ChangeRow): LinePlace => ({
    file: path,
    ...(row.new === null ? { line: row.old ?? 1, side: "old" } : { line: row.new, side: "new" }),
    commit,
  })

  function close() {
    lines.current?.querySelector<HTMLElement>(`[data-row="${chosen}"]`)?.focus()
    choose(null)
  }

  function drawLine(row: ChangeRow, i: number) {
    const said = [
      ...(row.new === null ? [] : (byLine.get(`new ${row.new}`) ?? [])),
      ...(row.old === null ? [] : (byLine.get(`old ${row.old}`) ?? [])),
    ]
    return [
      <ChangeLine
        key={i}
        row={row}
        i={i}
        isFirst={i === firstLine}
        pieces={marks.get(i)}
        label={placeText(placeOf(row))}
      />,
      said.length > 0 && <LineComments key={`${i} said`} comments={said} agents={agents} />,
      chosen === i && <LineForm key={`${i} form`} id={id} place={placeOf(row)} onClose={close} />,
    ]
  }

  const firstLine = shown.findIndex(({ kind }) => kind !== "gap" && kind !== "note")
  return (
    <div
      class="diff"
      ref={lines}
      role="group"
      aria-label={`Lines of ${path}`}
      onKeyDown={moveByKey}
      onClick={({ target }) => {
        const row = (target as Element).closest<HTMLElement>("button[data-row]")?.dataset["row"]
        if (row !== undefined) choose(Number(row))
      }}
    >
      {inPieces(shown).map((piece, k) => (
        <div class="diff-piece" key={k}>
          {piece.map((row, i) => drawLine(row, k * pieceLength + i))}
        </div>
      ))}
      {rows.length > most && (
        <button type="button" class="quiet" onClick={() => setMost(most + linesOnDemand)}>
          Show {Math.min(linesOnDemand, rows.length - most)} more of {rows.length} lines
        </button>
      )}
    </div>
  )
}

// --- internal ---

/** A longer file is shown so far, and the rest when somebody asks. */
const linesAtOnce = 400
const linesOnDemand = 2_000
/** The browser lays out a piece when it comes near the part that is seen. */
const pieceLength = 50

function commentsByLine(comments: readonly CommentView[]): ReadonlyMap<string, readonly CommentView[]> {
  const found = new Map<string, CommentView[]>()
  for (const comment of comments) {
    const { side, line } = comment.place ?? { side: "new", line: 0 }
    const key = `${side} ${line}`
    found.set(key, [...(found.get(key) ?? []), comment])
  }
  return found
}

function inPieces(rows: readonly ChangeRow[]): ChangeRow[][] {
  return Array.from({ length: Math.ceil(rows.length / pieceLength) }, (_, k) =>
    rows.slice(k * pieceLength, (k + 1) * pieceLength),
  )
}

/** Words are marked after the lines are drawn, so that nobody waits for it. */
function useMarks(rows: readonly ChangeRow[]): ReadonlyMap<number, readonly WordPiece[]> {
  const [marks, setMarks] = useState<ReadonlyMap<number, readonly WordPiece[]>>(new Map())
  useEffect(() => {
    const timer = setTimeout(() => setMarks(markWords(rows)), 50)
    return () => clearTimeout(timer)
  }, [rows])
  return marks
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }

/** The arrow keys move from one line's button to the next, Home and End to the first and the last. */
function moveByKey(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const { key, target, currentTarget } = event
  if (!(target instanceof HTMLElement) || target.dataset["row"] === undefined) return
  const all = [...currentTarget.querySelectorAll<HTMLElement>("button[data-row]")]
  const at = all.indexOf(target)
  const wanted = key === "Home" ? 0 : key === "End" ? all.length - 1 : at + (steps[key] ?? 0)
  const next = all[Math.max(0, Math.min(all.length - 1, wanted))]
  if (next === undefined || (steps[key] === undefined && key !== "Home" && key !== "End")) return
  event.preventDefault()
  // Tab leads back to where one was.
  target.tabIndex = -1
  next.tabIndex = 0
  next.focus()
}
