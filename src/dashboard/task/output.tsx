import type { VNode } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import type { KeptRun, TaskView } from "../api/types.ts"
import { Button } from "../components/button.tsx"
import { Select } from "../components/select.tsx"
import { useNow } from "../state/context.ts"
import { ago } from "../words/format.ts"
import type { OutputLine } from "../words/ansi.ts"
import { useFind } from "./use-find.ts"
import { useOutput, type ShownOutput } from "./use-output.ts"

interface Props {
  task: TaskView
  /** How often the task was read: its output is read again with it. */
  reads: number
}

/** What the command that is working on the task prints, as it prints it. Nothing where nothing is kept. */
export function Output({ task, reads }: Props) {
  const [chosen, choose] = useState<number | null>(null)
  const { shown, runs, elsewhere } = useOutput(task.id, chosen, reads)
  if (!shown && !elsewhere) return null
  return (
    <section class="output" aria-label="Output">
      {shown ? <OutputText task={task.id} shown={shown} runs={runs} onRun={choose} /> : <h3>Output</h3>}
      {elsewhere && (
        <p class="muted">
          Another server of this board, on {elsewhere.host}, keeps the output of {elsewhere.agent}:{" "}
          <a href={`${elsewhere.url}/dashboard/tasks/${task.id}`}>{elsewhere.url}</a>
        </p>
      )}
    </section>
  )
}

// --- internal ---

interface TextProps {
  task: string
  shown: ShownOutput
  runs: readonly KeptRun[]
  /** Another claim is chosen; null: the latest. */
  onRun(epoch: number | null): void
}

/** The lines as far as they are kept. They are followed to their end until somebody scrolls up, and can be searched. */
function OutputText({ task, shown, runs, onRun }: TextProps) {
  const [isAtEnd, setAtEnd] = useState(true)
  const box = useRef<HTMLDivElement>(null)
  const { lines } = shown
  const find = useFind(lines)
  const { sought, current } = find

  useLayoutEffect(() => {
    if (isAtEnd && sought === "") toEnd()
  }, [lines, isAtEnd])
  useEffect(() => {
    if (current !== undefined)
      box.current?.querySelector(`[data-line="${current}"]`)?.scrollIntoView({ block: "nearest" })
  }, [current])

  function toEnd() {
    box.current?.scrollTo(0, box.current.scrollHeight)
  }

  return (
    <>
      <header>
        <h3>Output</h3>
        {runs.length > 1 && <RunChoice epoch={shown.epoch} runs={runs} onRun={onRun} />}
        <FindField find={find} />
      </header>
      <div
        class="output-text"
        ref={box}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={`Output of ${task}`}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setAtEnd(scrollHeight - scrollTop - clientHeight < nearEnd)
        }
      >
        {shown.isCut && <p class="muted">Earlier output is no longer kept.</p>}
        <Lines lines={lines} find={find} />
      </div>
      {!isAtEnd && (
        <Button
          icon="down"
          text="To the end"
          class="quiet to-end"
          onClick={() => {
            find.seek("")
            setAtEnd(true)
            toEnd()
          }}
        />
      )}
    </>
  )
}

/** Whoever has scrolled up further than this reads, and is left where they are. In pixels. */
const nearEnd = 24

function RunChoice({ epoch: shown, runs, onRun }: Pick<TextProps, "runs" | "onRun"> & { epoch: number }) {
  const now = useNow(20_000)
  return (
    <Select
      aria-label="Attempt"
      value={String(shown)}
      choices={runs.map(({ epoch, agent, startedAt }, i) => [
        String(epoch),
        `${i === 0 ? "Latest" : "Earlier"}: ${agent}, ${ago(startedAt, now)}`,
      ])}
      onChange={(epoch) => onRun(Number(epoch) === runs[0]?.epoch ? null : Number(epoch))}
    />
  )
}

function FindField({ find }: { find: ReturnType<typeof useFind> }) {
  const { sought, found, place } = find
  return (
    <>
      <input
        type="search"
        aria-label="Search the output"
        placeholder="Search"
        value={sought}
        onInput={(event) => find.seek(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && sought !== "") {
            event.stopPropagation()
            find.seek("")
          }
          if (event.key !== "Enter" || found.length === 0) return
          event.preventDefault()
          if (event.shiftKey) find.previous()
          else find.next()
        }}
      />
      <span class="muted small-text" role="status">
        {sought !== "" && (found.length === 0 ? "Not found" : `${place + 1} of ${found.length}`)}
      </span>
    </>
  )
}

/**
 * The lines in pieces: the browser lays out a piece when it comes near the part that is seen, and one that has not changed
 * is not drawn again, however much is printed below it.
 */
function Lines({ lines, find }: { lines: readonly OutputLine[]; find: ReturnType<typeof useFind> }) {
  const drawn = useRef(new Map<number, DrawnPiece>())
  const before = drawn.current
  drawn.current = new Map()
  for (const [k, piece] of Map.groupBy(lines, ({ n }) => Math.floor(n / pieceLength))) {
    const known = before.get(k)
    // A line is never written anew, but for the last one, while more of it may come.
    const isSame = known && known.first === piece[0] && known.last === piece.at(-1) && find.sought === ""
    drawn.current.set(k, isSame && known.sought === "" ? known : drawPiece(k, piece, find))
  }
  return [...drawn.current.values()].map(({ element }) => element)
}

const pieceLength = 100

interface DrawnPiece {
  readonly first: OutputLine | undefined
  readonly last: OutputLine | undefined
  readonly sought: string
  readonly element: VNode
}

function drawPiece(
  k: number,
  lines: readonly OutputLine[],
  { isIn, current, sought }: ReturnType<typeof useFind>,
): DrawnPiece {
  const element = (
    <div class="output-piece" key={k}>
      {lines.map((line) => (
        <Line key={line.n} line={line} isFound={isIn(line)} isCurrent={line.n === current} />
      ))}
    </div>
  )
  return { first: lines[0], last: lines.at(-1), sought, element }
}

interface LineProps {
  line: OutputLine
  isFound: boolean
  isCurrent: boolean
}

function Line({ line: { n, spans }, isFound, isCurrent }: LineProps) {
  return (
    <div
      class={`line${isFound ? " is-found" : ""}${isCurrent ? " is-current" : ""}`}
      data-line={n}
      dir="auto"
    >
      {spans.map(({ text, look }, i) =>
        look === "" ? (
          text
        ) : (
          <span key={i} class={look}>
            {text}
          </span>
        ),
      )}
    </div>
  )
}
