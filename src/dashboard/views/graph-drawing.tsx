import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import type { TaskView } from "../api.ts"
import { statusNames } from "../moves.ts"
import { followLink, pathOf } from "../route.ts"
import type { Waiting } from "./chains.ts"
import type { layOut, Place } from "./lay-out.ts"
import { usePan } from "./use-pan.ts"

interface Props {
  waiting: Waiting
  /** Shown as one way through the rest. */
  chain: readonly string[]
  open: string | null
  layOut: typeof layOut
}

const size = { width: 208, height: 46 }

/** The graph in a box of its own, moved by scrolling, by dragging and by the keyboard. */
export function GraphDrawing({ waiting: { tasks, edges }, chain, open, layOut }: Props) {
  const ids = tasks.map(({ id }) => id)
  const shape = `${ids.join()} ${edges.join()}`
  const { width, height, nodes, edges: ways } = useMemo(() => layOut(ids, edges, size), [shape])
  const [zoom, setZoom] = useState(1)
  const box = useRef<HTMLDivElement>(null)
  const pan = usePan(box)
  useLayoutEffect(() => {
    const first = nodes.get(chain[0] ?? "")
    if (!first || !box.current) return
    const left = (first.x - size.width / 2 - 16) * zoom
    box.current.scrollTo(left, first.y * zoom - box.current.clientHeight / 2)
  }, [nodes, chain.join()])
  const isOnChain = ([from, to]: readonly [string, string]) =>
    chain.indexOf(to) === chain.indexOf(from) + 1 && chain.includes(from)

  return (
    <div class="graph">
      <div
        class="graph-box"
        ref={box}
        tabIndex={0}
        role="group"
        aria-label="Graph of open tasks that wait for each other"
        {...pan}
      >
        <svg width={width * zoom} height={height * zoom} viewBox={`0 0 ${width} ${height}`}>
          {[...edges]
            .sort((a, b) => Number(isOnChain(a)) - Number(isOnChain(b)))
            .map((edge) => (
              <path
                key={edge.join(" ")}
                class={isOnChain(edge) ? "edge on-chain" : "edge"}
                d={curve(ways.get(edge.join(" ")) ?? [])}
              />
            ))}
          {tasks.map((task) => (
            <Node
              key={task.id}
              task={task}
              place={nodes.get(task.id)}
              isOnChain={chain.includes(task.id)}
              isOpen={task.id === open}
            />
          ))}
        </svg>
      </div>
      <div class="graph-zoom">
        <button
          type="button"
          class="square"
          aria-label="Smaller"
          onClick={() => setZoom(Math.max(0.25, zoom / 1.25))}
        >
          −
        </button>
        <button
          type="button"
          class="square"
          aria-label="Larger"
          onClick={() => setZoom(Math.min(2, zoom * 1.25))}
        >
          +
        </button>
        <button
          type="button"
          onClick={() => {
            const { clientWidth = width, clientHeight = height } = box.current ?? {}
            setZoom(Math.max(0.25, Math.min(1, clientWidth / width, clientHeight / height)))
          }}
        >
          Fit
        </button>
      </div>
    </div>
  )
}

// --- internal ---

function Node(props: { task: TaskView; place: Place | undefined; isOnChain: boolean; isOpen: boolean }) {
  const { task, place, isOnChain, isOpen } = props
  const { id, title, status, blockedBy } = task
  if (!place) return null
  const waits = blockedBy.length > 0 ? `, waits for ${blockedBy.join(", ")}` : ""
  return (
    <a
      href={pathOf(id)}
      class={`node state-${status}${isOnChain ? " on-chain" : ""}${isOpen ? " is-open" : ""}`}
      data-task={id}
      onClick={(event: MouseEvent) => followLink(event, id)}
    >
      <title>{`${id} ${title}: ${statusNames[status]}${waits}`}</title>
      <g aria-hidden="true" transform={`translate(${place.x - size.width / 2} ${place.y - size.height / 2})`}>
        <rect class="node-box" width={size.width} height={size.height} rx="7" />
        <circle cx="15" cy="15" r="4" />
        <text class="node-id" x="26" y="19">
          {id}
        </text>
        <text class="node-title" x="11" y="36">
          {shortened(title)}
        </text>
      </g>
    </a>
  )
}

/** A line through points from left to right, with a head where it ends. */
function curve([first, ...rest]: readonly Place[]): string {
  if (!first) return ""
  let at = first
  let path = `M ${at.x} ${at.y}`
  for (const next of rest) {
    const middle = (at.x + next.x) / 2
    path += ` C ${middle} ${at.y} ${middle} ${next.y} ${next.x} ${next.y}`
    at = next
  }
  return `${path} m -6 -4 l 6 4 l -6 4`
}

/** Text in a drawing does not wrap. Wide letters, such as those of Chinese, count twice. */
function shortened(title: string): string {
  let room = 28
  let text = ""
  for (const letter of title) {
    room -= letter > "\u2e7f" ? 2 : 1
    if (room < 0) return `${text.trimEnd()}…`
    text += letter
  }
  return text
}
