import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { isForSomebody } from "../../board/columns.ts"
import { Icon, PriorityIcon } from "../../components/icons.tsx"
import { Numbers } from "../../board/numbers.tsx"
import type { TaskView } from "../../api/types.ts"
import { useShortcuts } from "../../page/keys.ts"
import { goToView } from "../../page/route.ts"
import { TaskLink } from "../../page/task-link.tsx"
import { ViewLink } from "../../page/view-link.tsx"
import { readyTasks, useTasks } from "../../reads/use-counts.ts"
import { useNeeds } from "../../reads/use-needs.ts"
import { useToday } from "../../reads/use-today.ts"
import type { ViewProps } from "../../reads/view-props.ts"
import { useNow } from "../../state/context.ts"
import { Why } from "../needs-you/need-row.tsx"
import { agentLanes, type AgentLane } from "./agent-lanes.ts"
import { Lanes } from "./lanes.tsx"

/** The agents on the whole screen, to be read from across the room: no navigation, large type, and what needs somebody below. */
export function Wall({ state, team, counts }: ViewProps) {
  const next = useTasks("up next on the wall", { ...readyTasks, limit: fewNext }).value
  const { mine, late, count } = useNeeds(state)
  const today = useToday().value
  const now = useNow()
  const needs = [...mine, ...late]
  const lanes = agentLanes(team.value?.agents ?? [], state).filter(
    ({ isPerson, tasks }) => !isPerson || tasks.length > 0,
  )
  useShortcuts([
    {
      keys: "Escape",
      label: "Leave full screen",
      group: "Anywhere",
      when: () => state.open === null,
      run: () => goToView("team"),
    },
  ])
  const isFull = lanes.length > fewLanes
  const list = useRef<HTMLUListElement>(null)
  const { shown, rest, section } = useFewer(lanes)
  const fits = useFitting(list, needs.length > 0)
  return (
    <div class={isFull ? "wall is-full" : "wall"}>
      <header class="wall-head">
        <h1 class="unseen">Agents</h1>
        <Numbers counts={counts.value} />
        <ViewLink class="wall-leave" view="team" label="Leave full screen" title="Leave full screen (Esc)">
          <Icon name="close" />
        </ViewLink>
      </header>
      <section class="wall-lanes" aria-label="Agents" ref={section}>
        <Lanes lanes={shown} state={state} today={today} needs={0} most={isFull ? 1 : 2} />
        {rest > 0 && <p class="muted">and {rest} more</p>}
        {team.value && lanes.length === 0 && <p class="muted">No agents yet.</p>}
      </section>
      <section class="wall-needs" aria-label="Stuck, or needs somebody">
        <h2>Stuck, or needs somebody</h2>
        <ul ref={list}>
          {needs.slice(0, fits).map((need) => (
            <WallTask key={need.task.id} task={need.task}>
              <Why need={need} now={now} isChosen={false} />
            </WallTask>
          ))}
        </ul>
        {needs.length > fits && <p class="muted">and {needs.length - fits} more</p>}
        {count === 0 && <p class="muted">Nothing is stuck, and nothing is waiting for anyone.</p>}
      </section>
      <section class="wall-next" aria-label="Up next">
        <h2>Up next</h2>
        <ol>
          {next?.tasks.filter(isForSomebody).map((task) => (
            <WallTask key={task.id} task={task} />
          ))}
        </ol>
        {next?.total === 0 && <p class="muted">Nothing is ready.</p>}
      </section>
    </div>
  )
}

// --- internal ---

const fewNext = 5
/** As many needs are shown at least, and on a phone, where they come first. */
const fewNeeds = 4
/** More lanes than this are set in smaller type, and have one task each, since nobody scrolls a wall. */
const fewLanes = 8

/** How many rows of a list find room above the foot of the wall, with a line below them that counts the rest. */
function useFitting(list: { readonly current: HTMLElement | null }, hasRows: boolean): number {
  const [fits, set] = useState(fewNeeds)
  const limit = useRef({ room: 0, most: Infinity })
  useLayoutEffect(() => {
    const wall = list.current?.closest<HTMLElement>(".wall")
    if (!wall) return
    const look = () => {
      const { top = 0, bottom = 0 } = list.current?.getBoundingClientRect() ?? {}
      const rows = Array.from(list.current?.children ?? [], ({ clientHeight }) => clientHeight)
      const end = wall.getBoundingClientRect().bottom - wall.scrollTop
      const foot = end - parseFloat(getComputedStyle(wall).paddingBottom)
      const room = foot - top
      const rest = list.current?.nextElementSibling?.clientHeight ?? 0
      const most = rows.length + Math.floor((foot - bottom - rest) / Math.min(...rows))
      if (room !== limit.current.room) limit.current = { room, most: Infinity }
      // Those that came may be higher than the lowest.
      if (most < rows.length) limit.current.most = Math.max(most, fewNeeds)
      const isPhone = matchMedia("(max-width: 900px)").matches
      set(isPhone ? fewNeeds : Math.max(fewNeeds, Math.min(limit.current.most, most || 0)))
    }
    const observer = new ResizeObserver(look)
    // What changes with the answer itself is not looked at.
    for (const each of [wall, ...wall.querySelectorAll(".wall-lanes")]) observer.observe(each)
    return () => observer.disconnect()
  }, [hasRows, fits])
  return fits
}

/** The lanes take this part of the wall at most, so that what is stuck and what is next stand below them. */
const lanesShare = 0.64

/** As many lanes as find room, those in trouble first where not all do. Those that are gone stand folded anyway. */
function useFewer(lanes: readonly AgentLane[]) {
  const section = useRef<HTMLElement>(null)
  const [{ most }, set] = useState({ most: Infinity })
  const present = lanes.filter(({ is }) => is !== "gone")
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => set({ most: Infinity }))
    if (section.current?.parentElement) observer.observe(section.current.parentElement)
    return () => observer.disconnect()
  }, [present.length])
  useLayoutEffect(() => {
    const own = section.current
    const wall = own?.parentElement
    if (!wall || matchMedia("(max-width: 900px)").matches || wall.querySelector("details[open]")) return
    const bottom = own.offsetTop + own.offsetHeight - wall.offsetTop
    const over = bottom - lanesShare * wall.clientHeight
    const rows = Array.from(wall.querySelectorAll<HTMLElement>(".agent"), (row) => row.offsetHeight)
    const shown = Math.min(most, present.length)
    // The rows stand in two columns.
    const fits = Math.max(fewLanes / 2, shown - Math.max(1, Math.floor((2 * over) / Math.max(...rows))))
    if (over > 0 && fits < shown) set({ most: fits })
  })
  if (present.length <= most) return { section, shown: lanes, rest: 0 }
  const shown = [...present].sort((a, b) => Number(isTroubled(b)) - Number(isTroubled(a))).slice(0, most)
  return {
    ...{ section, rest: present.length - most },
    shown: [...shown, ...lanes.filter(({ is }) => is === "gone")],
  }
}

const isTroubled = ({ is, tasks }: AgentLane) =>
  is === "paused" || tasks.some(({ stuck = [] }) => stuck.length > 0)

function WallTask({ task, children }: { task: TaskView; children?: ComponentChildren }) {
  const { id, priority, title } = task
  return (
    <li>
      <TaskLink id={id} class="wall-task">
        <PriorityIcon priority={priority} />
        <span class="id">{id}</span>
        <span class="wall-title" dir="auto">
          {title}
        </span>
        {children}
      </TaskLink>
    </li>
  )
}
