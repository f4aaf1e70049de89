import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { placeText, type LinePlace } from "../../domain/wire/tasks/place.ts"
import { session } from "../api/session.ts"
import type { CommentView } from "../api/types.ts"
import { Ago } from "../components/ago.tsx"
import { Who } from "../components/isolated.tsx"
import { MarkdownText } from "../components/markdown-text.tsx"
import type { State } from "../state/state.ts"
import { ChangeLine } from "./change-line.tsx"
import { colour, type CodeToken } from "./colours.ts"
import { lineDraft, LineForm } from "./line-form.tsx"
import { markWords, type WordPiece, inOneColumn, sideBySide } from "./marked-words.ts"
import type { ChangeRow } from "./read-change.ts"
import { stepLines } from "./step-lines.ts"

interface Props extends Pick<State, "agents"> {
  id: string
  path: string
  rows: readonly ChangeRow[]
  commit: string | null
  comments: readonly CommentView[]
  /** What stood there before is at the left, what stands there now at the right. */
  isSplit: boolean
}

/** The lines of a file. Each may be commented: by its number, or with the arrow keys and Enter. */
export function FileLines({ id, path, rows, commit, comments, agents, isSplit }: Props) {
  const [most, setMost] = useState(linesAtOnce)
  const { lines, chosen, isAsked, onClick, close } = useChosenLine(() => draftedRow(id, path, rows))
  const shown = useMemo(() => rows.slice(0, most), [rows, most])
  const drawn = useMemo(() => (isSplit ? sideBySide : inOneColumn)(shown), [shown, isSplit])
  const { words, tokens } = useLater(path, shown)
  const byLine = useMemo(() => commentsByLine(comments), [comments])

  function drawRow(i: number, isCopy = false) {
    const row = shown[i]
    return (
      row && (
        <ChangeLine
          key={isCopy ? `${i} before` : i}
          {...{ row, i, isCopy, tokens: tokens.get(i), words: words.get(i) }}
          isFirst={i === firstLine}
          label={placeText(placeOf(path, row, commit))}
        />
      )
    )
  }

  function drawBelow(i: number | undefined) {
    const row = i === undefined ? undefined : shown[i]
    if (!row) return null
    const said = commentsOn(row, byLine)
    return [
      said.length > 0 && <LineComments key={`${i} said`} comments={said} agents={agents} />,
      chosen === i && (
        <LineForm key={`${i} form`} {...{ id, place: placeOf(path, row, commit), isAsked, onClose: close }} />
      ),
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
      onClick={onClick}
    >
      {inPieces(drawn).map((piece, k) => (
        <div class="diff-piece" key={k}>
          {piece.map(([left, right]) => [
            isSplit && !isAcross(shown[right ?? -1]) ? (
              <div class="diff-pair" key={`${left} ${right}`}>
                {left === undefined ? <div class="diff-none" /> : drawRow(left, left === right)}
                {right === undefined ? <div class="diff-none" /> : drawRow(right)}
              </div>
            ) : (
              drawRow(right ?? -1)
            ),
            left !== right && drawBelow(left),
            drawBelow(right),
          ])}
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

function LineComments({ comments, agents }: Pick<Props, "comments" | "agents">) {
  return (
    <ul class="line-comments">
      {comments.map(({ id, author, content, createdAt }) => (
        <li key={id}>
          <p>
            <Who name={author} /> <Ago at={createdAt} class="muted" />
          </p>
          <MarkdownText text={content} agents={agents} />
        </li>
      ))}
    </ul>
  )
}

/** A longer file is shown so far, and the rest when somebody asks. */
const linesAtOnce = 400
const linesOnDemand = 2_000
/** The browser lays out a piece when it comes near the part that is seen. */
const pieceLength = 50

/** Those on its lines, by `new 12`. */
function commentsByLine(comments: readonly CommentView[]): ReadonlyMap<string, readonly CommentView[]> {
  return Map.groupBy(comments, ({ place }) => `${place?.side} ${place?.line}`)
}

function commentsOn(
  { old, new: now }: ChangeRow,
  byLine: ReturnType<typeof commentsByLine>,
): readonly CommentView[] {
  return [
    ...(now === null ? [] : (byLine.get(`new ${now}`) ?? [])),
    ...(old === null ? [] : (byLine.get(`old ${old}`) ?? [])),
  ]
}

function inPieces<T>(lines: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(lines.length / pieceLength) }, (_, k) =>
    lines.slice(k * pieceLength, (k + 1) * pieceLength),
  )
}

/** A line over both sides: it says where they are, or something of the line above. */
const isAcross = (row: ChangeRow | undefined) => row?.kind === "gap" || row?.kind === "note"

function placeOf(path: string, row: ChangeRow, commit: string | null): LinePlace {
  return {
    file: path,
    ...(row.new === null ? { line: row.old ?? 1, side: "old" } : { line: row.new, side: "new" }),
    commit,
  }
}

/** The line that is being commented; it gets the focus back. @param first the one of which something is typed already */
function useChosenLine(first: () => number | null) {
  const [chosen, choose] = useState(first)
  const [isAsked, setAsked] = useState(false)
  const lines = useRef<HTMLDivElement>(null)
  return {
    ...{ lines, chosen, isAsked },
    onClick({ target }: Event) {
      const row = (target as Element).closest<HTMLElement>("button[data-row]")?.dataset["row"]
      if (row === undefined) return
      setAsked(true)
      choose(Number(row))
    },
    close() {
      lines.current?.querySelector<HTMLElement>(`[data-row="${chosen}"]`)?.focus()
      choose(null)
    },
  }
}

/** The line of which something was typed and not sent. */
function draftedRow(id: string, path: string, rows: readonly ChangeRow[]): number | null {
  const found = rows.findIndex((row) => session.draft(lineDraft(id, placeOf(path, row, null))) !== null)
  return found < 0 ? null : found
}

interface Later {
  readonly words: ReadonlyMap<number, readonly WordPiece[]>
  readonly tokens: ReadonlyMap<number, readonly CodeToken[]>
}

/** Words are marked, and lines coloured, after they are drawn, so that nobody waits for it. */
function useLater(path: string, rows: readonly ChangeRow[]): Later {
  const [later, set] = useState<Later>({ words: new Map(), tokens: new Map() })
  useEffect(() => {
    const timer = setTimeout(() => set({ words: markWords(rows), tokens: colour(path, rows) }), 50)
    return () => clearTimeout(timer)
  }, [path, rows])
  return later
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }

/** The arrow keys move from one line's button to the next, Home and End to the first and the last. */
function moveByKey(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const { key, currentTarget } = event
  const step = key === "Home" ? -Infinity : key === "End" ? Infinity : steps[key]
  if (step !== undefined && stepLines(currentTarget, step)) event.preventDefault()
}
