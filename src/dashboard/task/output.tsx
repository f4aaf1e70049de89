import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import type { TaskView } from "../api/types.ts"
import { Icon } from "../components/icons.tsx"
import { useNow } from "../state/context.ts"
import { ago } from "../words/format.ts"
import type { OutputLine } from "../words/ansi.ts"
import { OutputElsewhere } from "./output-elsewhere.tsx"
import { useOutput } from "./use-output.ts"

interface Props {
  task: TaskView
  /** How often the task was read: its output is read again with it. */
  reads: number
}

/** What the command that works on the task prints, as it prints it. Nothing where nothing is kept. */
export function Output({ task, reads }: Props) {
  const now = useNow(20_000)
  const [chosen, choose] = useState<number | null>(null)
  const { shown, runs, elsewhere } = useOutput(task.id, chosen, reads)
  const [sought, seek] = useState("")
  const [at, setAt] = useState(0)
  const [isAtEnd, setAtEnd] = useState(true)
  const box = useRef<HTMLDivElement>(null)
  const lines = shown?.lines ?? none
  const found = useMemo(() => linesWith(lines, sought), [lines, sought])
  const current = found[Math.min(at, found.length - 1)]

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

  const where = elsewhere && <OutputElsewhere task={task.id} place={elsewhere} />
  if (!shown)
    return (
      where && (
        <section class="output" aria-label="Output">
          <h3>Output</h3>
          {where}
        </section>
      )
    )
  return (
    <section class="output" aria-label="Output">
      <header>
        <h3>Output</h3>
        {runs.length > 1 && (
          <select
            aria-label="Attempt"
            value={String(shown.epoch)}
            onChange={(event) => {
              const epoch = Number(event.currentTarget.value)
              choose(epoch === runs[0]?.epoch ? null : epoch)
            }}
          >
            {runs.map(({ epoch, agent, startedAt }, i) => (
              <option key={epoch} value={String(epoch)}>
                {`${i === 0 ? "Latest" : "Before"}: ${agent}, ${ago(startedAt, now)}`}
              </option>
            ))}
          </select>
        )}
        <input
          type="search"
          aria-label="Search the output"
          placeholder="Search"
          value={sought}
          onInput={(event) => {
            seek(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape" && sought !== "") {
              event.stopPropagation()
              seek("")
            }
            if (event.key !== "Enter" || found.length === 0) return
            event.preventDefault()
            setAt((before) => (before + (event.shiftKey ? found.length - 1 : 1)) % found.length)
          }}
        />
        <span class="muted small-text" role="status">
          {sought !== "" &&
            (found.length === 0 ? "Not found" : `${Math.min(at, found.length - 1) + 1} of ${found.length}`)}
        </span>
      </header>
      <div
        class="output-text"
        ref={box}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={`Output of ${task.id}`}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setAtEnd(scrollHeight - scrollTop - clientHeight < nearEnd)
        }
      >
        {shown.isCut && <p class="muted">What was printed before is no longer kept.</p>}
        {lines.map((line) => (
          <Line
            key={line.n}
            line={line}
            isFound={sought !== "" && isIn(line, sought)}
            isCurrent={line.n === current}
          />
        ))}
      </div>
      {!isAtEnd && (
        <button
          type="button"
          class="quiet to-end"
          onClick={() => {
            seek("")
            setAtEnd(true)
            toEnd()
          }}
        >
          <Icon name="down" />
          To the end
        </button>
      )}
      {where}
    </section>
  )
}

// --- internal ---

const none: readonly OutputLine[] = []

/** Whoever has scrolled up further than this reads, and is left where they are. In pixels. */
const nearEnd = 24

const isIn = ({ text }: OutputLine, sought: string) => text.toLowerCase().includes(sought.toLowerCase())

function linesWith(lines: readonly OutputLine[], sought: string): readonly number[] {
  return sought === "" ? [] : lines.filter((line) => isIn(line, sought)).map(({ n }) => n)
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
