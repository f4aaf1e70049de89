import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { isForSomebody } from "../../board/columns.ts"
import { Icon, PriorityIcon } from "../../components/icons.tsx"
import { Numbers } from "../../board/numbers.tsx"
import type { TaskView } from "../../api/types.ts"
import { useShortcuts } from "../../page/keys.ts"
import { goToView } from "../../page/route.ts"
import { TaskLink, ViewLink } from "../../page/links.tsx"
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
  const ofLanes = useCut()
  const wasCut = useRef(false)
  wasCut.current ||= ofLanes.cut > 0
  if (wasCut.current) lanes.sort((a, b) => Number(isTroubled(b)) - Number(isTroubled(a)))
  const ofNeeds = useCut()
  const more = Math.max(0, needs.length - manyNeeds) + ofNeeds.cut
  return (
    <div class={isFull ? "wall is-full" : "wall"}>
      <header class="wall-head">
        <h1 class="unseen">Agents</h1>
        <Numbers counts={counts.value} />
        <ViewLink
          class="wall-leave"
          view="team"
          aria-label="Leave full screen"
          title="Leave full screen (Esc)"
        >
          <Icon name="close" />
        </ViewLink>
      </header>
      <section class="wall-lanes" aria-label="Agents" ref={ofLanes.section}>
        <Lanes lanes={lanes} state={state} today={today} needs={0} most={isFull ? 1 : 2} />
        {ofLanes.cut > 0 && <p class="muted">and {ofLanes.cut} more</p>}
        {team.value && lanes.length === 0 && <p class="muted">No agents yet.</p>}
      </section>
      <section class="wall-needs" aria-label="Stuck, or needs somebody" ref={ofNeeds.section}>
        <h2>Stuck, or needs somebody</h2>
        <ul>
          {needs.slice(0, manyNeeds).map((need) => (
            <WallTask key={need.task.id} task={need.task}>
              <Why need={need} now={now} isChosen={false} />
            </WallTask>
          ))}
        </ul>
        {more > 0 && <p class="muted">and {more} more</p>}
        {count === 0 && needs.length === 0 && (
          <p class="muted">Nothing is stuck, and nothing is waiting for anyone.</p>
        )}
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
/** No wall has room for more of them. */
const manyNeeds = 40
/** More lanes than this are set in smaller type, and have one task each. */
const fewLanes = 8

/** Hides the rows of a section's list that find no room, and counts them, since a wall is not scrolled. */
function useCut() {
  const section = useRef<HTMLElement>(null)
  const [cut, set] = useState(0)
  useLayoutEffect(() => {
    const list = section.current?.querySelector("ul")
    if (!list) return
    const observer = new ResizeObserver(() => {
      const { right, bottom } = list.getBoundingClientRect()
      const rows = Array.from(list.children)
      for (const row of rows) {
        const box = row.getBoundingClientRect()
        row.toggleAttribute("inert", box.left >= right || box.bottom > bottom + 1)
      }
      set(rows.filter((row) => row.matches("[inert]") || !row.checkVisibility()).length)
    })
    for (const each of [list, ...list.children]) observer.observe(each)
    return () => observer.disconnect()
  })
  return { section, cut }
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
