import { Avatar } from "../components/avatar.tsx"
import { Icon, PriorityIcon } from "../components/icons.tsx"
import { LastLine } from "../components/last-line.tsx"
import { useShortcuts } from "../page/keys.ts"
import { goToView } from "../page/route.ts"
import type { ViewProps } from "../reads/view-props.ts"
import { PauseWords } from "../views/team/paused.tsx"
import { TaskLink } from "../page/task-link.tsx"
import { Doing } from "../components/doing.tsx"
import { lanesOf, type AgentLane } from "./agent-lanes.ts"
import { Numbers } from "./numbers.tsx"
import { isForSomebody } from "../board/columns.ts"
import { readyTasks, useTasks } from "../reads/use-counts.ts"
import { ViewLink } from "../page/view-link.tsx"
import { Ago } from "../components/ago.tsx"

/** How many ready tasks are shown. */
const few = 8

/** The present on the whole screen, to be read from across the room: no navigation, large type. */
export function Now({ state, team, counts }: ViewProps) {
  const next = useTasks("up next on the wall", { ...readyTasks, limit: few }).value
  const lanes = lanesOf(team.value?.agents ?? [], state)
  useShortcuts([
    {
      keys: "Escape",
      label: "Leave full screen",
      group: "Anywhere",
      when: () => state.open === null,
      run: () => goToView("board"),
    },
  ])
  return (
    <div class="wall">
      <header class="wall-head">
        <h1 class="unseen">Now</h1>
        <Numbers counts={counts.value} />
        <ViewLink class="wall-leave" view="board" label="Back to the board" title="Back to the board (Esc)">
          <Icon name="close" />
        </ViewLink>
      </header>
      <section class="wall-next" aria-label="Up next">
        <h2>Up next</h2>
        <ol>
          {next?.tasks.filter(isForSomebody).map(({ id, title, priority, assignee }) => (
            <li key={id}>
              <TaskLink id={id} class="wall-task">
                <PriorityIcon priority={priority} />
                <span class="id">{id}</span>
                <span class="wall-title" dir="auto">
                  {title}
                </span>
                {assignee !== "unassigned" && <Avatar name={assignee} />}
              </TaskLink>
            </li>
          ))}
        </ol>
        {next?.total === 0 && <p class="muted">Nothing is ready.</p>}
      </section>
      <section class="wall-lanes" aria-label="Agents">
        <h2>Agents</h2>
        <ul>
          {lanes.map((lane) => (
            <LaneRow key={lane.agent.name} lane={lane} />
          ))}
        </ul>
        {team.value && lanes.length === 0 && <p class="muted">No agents yet.</p>}
      </section>
    </div>
  )
}

// --- internal ---

function LaneRow({ lane: { agent, is, tasks } }: { lane: AgentLane }) {
  const { name, paused, lastSeenAt } = agent
  return (
    <li class={`wall-lane is-${is}`} aria-label={`${name}: ${is}`}>
      <span class="wall-who">
        <Avatar name={name} isBeside />
        <strong class="one-line" dir="auto">
          {name}
        </strong>
      </span>
      <span class="wall-work">
        {tasks.map((task) => (
          <div key={task.id}>
            <Doing id={task.id} task={task} />
            <LastLine id={task.id} />
          </div>
        ))}
        {paused !== null && (
          <span class="wall-state">
            <Icon name="pause" />
            <span class="one-line">
              <PauseWords pause={paused} />
            </span>
          </span>
        )}
        {is === "idle" && <span class="wall-state muted">Idle</span>}
        {is === "gone" && (
          <span class="wall-state muted">
            Gone
            {lastSeenAt !== null && (
              <>
                , last seen <Ago at={lastSeenAt} />
              </>
            )}
          </span>
        )}
      </span>
    </li>
  )
}
