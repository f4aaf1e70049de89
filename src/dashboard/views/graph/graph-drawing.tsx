import { useLayoutEffect, useMemo, useRef } from "preact/hooks"
import type { TaskView } from "../../api/types.ts"
import { ColumnIcon } from "../../board/column-head.tsx"
import { Icon } from "../../components/icons.tsx"
import { useWidth } from "../../components/use-width.ts"
import { columnNames, standsIn } from "../../words/move-words.ts"
import { followLink, pathOf } from "../../page/route.ts"
import type { WaitingTasks } from "./chains.ts"
import type { layOut, NodePlace } from "./lay-out.ts"
import type { RefObject } from "preact"

interface Props {
  waiting: WaitingTasks
  /** The ids of the chain to highlight. */
  chain: readonly string[]
  open: string | null
  folded: ReadonlySet<string>
  /** How many children each parent has in the graph. */
  children: ReadonlyMap<string, number>
  layOut: typeof layOut
  onFold(id: string): void
}

const size = { width: 216, height: 68 }

/** The graph, in a box that is scrolled, dragged or moved by the keyboard. */
export function GraphDrawing({ waiting: { tasks, edges, parts }, chain, open, layOut, ...rest }: Props) {
  const ids = tasks.map(({ id }) => id)
  const shape = `${ids.join()} ${edges.join()}`
  const box = useRef<HTMLDivElement>(null)
  const room = useWidth(box)
  const arrange = useMemo(() => layOut(ids, edges, size), [shape])
  const { width, height, nodes, edges: ways } = useMemo(() => arrange(room), [arrange, room])
  const pan = usePan(box)
  useLayoutEffect(() => {
    const first = nodes.get(chain[0] ?? "")
    if (!first || !box.current) return
    const { clientHeight } = box.current
    const isInView = first.y + size.height < clientHeight
    box.current.scrollTo(first.x - size.width / 2 - 16, isInView ? 0 : first.y - clientHeight / 2)
  }, [chain.join(), room])
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
        <div class="graph-paper" style={{ width: `${width}px`, height: `${height}px` }}>
          <svg width={width} height={height} aria-hidden="true">
            {[...edges]
              .sort((a, b) => Number(isOnChain(a)) - Number(isOnChain(b)))
              .map((edge) => (
                <path
                  key={edge.join(" ")}
                  class={`edge${isOnChain(edge) ? " on-chain" : ""}${parts.has(edge.join(" ")) ? " is-part" : ""}`}
                  d={curve(ways.get(edge.join(" ")) ?? [])}
                />
              ))}
          </svg>
          {tasks.map((task) => (
            <Node
              key={task.id}
              task={task}
              place={nodes.get(task.id)}
              isOnChain={chain.includes(task.id)}
              isOpen={task.id === open}
              isFolded={rest.folded.has(task.id)}
              children={rest.children.get(task.id)}
              onFold={rest.onFold}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

// --- internal ---

interface NodeProps {
  task: TaskView
  place: NodePlace | undefined
  isOnChain: boolean
  isOpen: boolean
  isFolded: boolean
  children: number | undefined
  onFold(id: string): void
}

/** A node is an HTML element above the drawing, because text in SVG neither wraps nor ends in an ellipsis. */
function Node({ task, place, isOnChain, isOpen, isFolded, children, onFold }: NodeProps) {
  const { id, title, blockedBy, parent } = task
  if (!place) return null
  const { width, height } = size
  return (
    <div
      class="node-place"
      style={{
        left: `${place.x - width / 2}px`,
        top: `${place.y - height / 2}px`,
        width: `${width}px`,
        height: `${height}px`,
      }}
    >
      <a
        href={pathOf(id)}
        class={`node${isOnChain ? " on-chain" : ""}${isOpen ? " is-open" : ""}`}
        data-task={id}
        draggable={false}
        title={title}
        onClick={(event) => followLink(event, id)}
      >
        <span class="node-head">
          <ColumnIcon id={standsIn(task)} />
          <span class="unseen">{columnNames[standsIn(task)]} </span>
          <span class="id node-id">{id}</span>
        </span>
        <span class="node-title" dir="auto">
          {title}
        </span>
        {blockedBy.length > 0 && <span class="unseen">waits for {blockedBy.join(", ")}</span>}
        {parent !== null && <span class="unseen">child of {parent}</span>}
      </a>
      {children !== undefined && (
        <button
          type="button"
          class="quiet node-fold"
          aria-expanded={!isFolded}
          aria-label={`${children} children of ${id}`}
          onClick={() => onFold(id)}
        >
          <Icon name="parts" />
          {children}
          <Icon name="down" />
        </button>
      )}
    </div>
  )
}

/** A line through points, from left to right, with an arrow head at its end. Into another row it turns around the sides. */
function curve([first, ...rest]: readonly NodePlace[]): string {
  if (!first) return ""
  let at = first
  let path = `M ${at.x} ${at.y}`
  for (const next of rest) {
    const middle = next.x === at.x ? at.x + (at === first ? 16 : -16) : (at.x + next.x) / 2
    path += ` C ${middle} ${at.y} ${middle} ${next.y} ${next.x} ${next.y}`
    at = next
  }
  return `${path} m -6 -4 l 6 4 l -6 4`
}

/** Lets the mouse drag what a scrolling box shows. Touch and the keyboard scroll the box as usual. */
function usePan(box: RefObject<HTMLElement | null>) {
  const from = useRef<{ x: number; y: number; left: number; top: number } | null>(null)
  const end = () => {
    from.current = null
  }
  return {
    onPointerDown({ pointerType, button, target, clientX, clientY }: PointerEvent) {
      const isFree = target instanceof Element && target.closest("a") === null
      if (pointerType !== "mouse" || button !== 0 || !isFree || !box.current) return
      from.current = { x: clientX, y: clientY, left: box.current.scrollLeft, top: box.current.scrollTop }
    },
    onPointerMove({ clientX, clientY, buttons }: PointerEvent) {
      if (!from.current || (buttons & 1) === 0) {
        end()
        return
      }
      const { x, y, left, top } = from.current
      box.current?.scrollTo(left + x - clientX, top + y - clientY)
    },
    onPointerUp: end,
    onPointerLeave: end,
  }
}
