import type { ComponentChildren } from "preact"
import { isSameName, nameKey } from "../../../domain/wire/names.ts"
import type { AgentView } from "../../api/types.ts"
import { Ago } from "../../components/ago.tsx"
import { Avatar } from "../../components/avatar.tsx"
import type { Team } from "../../reads/use-team.ts"
import type { Today } from "../../reads/use-today.ts"
import { sayCost } from "../../../domain/wire/usage/usage-words.ts"
import type { Card, State } from "../../state/state.ts"
import { needWords } from "../../words/need-words.ts"
import type { AgentLane } from "./agent-lanes.ts"
import { AgentMenu } from "./agent-menu.tsx"
import { Doing } from "./doing.tsx"
import { PauseButton, PauseLine } from "./paused.tsx"

export interface LanesProps {
  lanes: readonly AgentLane[]
  state: State
  /** What each member did today; null before that is known. */
  today: Today | null
  /** How many tasks need the person at this dashboard. */
  needs: number
  /** What a lane's menu changes; missing where lanes have no menu. */
  team?: Team
  /** So many tasks of a member are shown, where not all are. */
  most?: number
}

/** Members of the team, a lane each. Those that are gone stand folded below. */
export function Lanes({ lanes, ...surroundings }: LanesProps) {
  const reviews = reviewsBy(surroundings.state.tasks)
  const list = (shown: readonly AgentLane[]) => (
    <ul class="rows agents">
      {shown.map((lane) => (
        <Lane key={lane.agent.name} lane={lane} reviews={reviews} {...surroundings} />
      ))}
    </ul>
  )
  const isGone = ({ is, isPerson }: AgentLane) => is === "gone" && !isPerson
  const gone = lanes.filter(isGone)
  return (
    <>
      {list(lanes.filter((lane) => !isGone(lane)))}
      {gone.length > 0 && (
        <details class="late gone">
          <summary>{gone.length} gone</summary>
          {list(gone)}
        </details>
      )}
    </>
  )
}

// --- internal ---

interface LaneProps extends Omit<LanesProps, "lanes"> {
  lane: AgentLane
  /** The reviews that each member has to decide, by `nameKey`. */
  reviews: ReadonlyMap<string, readonly Card[]>
}

function Lane({ lane: { agent, is, tasks }, state, today, reviews, needs, team, most }: LaneProps) {
  const shown = tasks.slice(0, most)
  const { name, role, description, live, host, paused, unread } = agent
  const isMe = isSameName(name, state.name)
  const key = nameKey(name)
  const waiting = isMe ? needs : (reviews.get(key)?.length ?? 0)
  return (
    <li class={`agent is-${is}`} aria-label={name}>
      <div class="agent-who">
        <span class={live ? "face is-live" : "face"}>
          <Avatar name={name} isBeside />
        </span>
        <div>
          <strong class="agent-name" dir="auto">
            {name}
          </strong>
          <span class="muted one-line" title={description ?? undefined} dir="auto">
            {[role, host, isMe && "you"].filter(Boolean).join(" · ")}
          </span>
        </div>
      </div>
      <div class="agent-work">
        {shown.map((task) => (
          <Doing key={task.id} task={task} agent={agent} />
        ))}
        {tasks.length > shown.length && (
          <span class="muted small-text">and {tasks.length - shown.length} more</span>
        )}
        {paused && (
          <div class="paused-line">
            <PauseLine pause={paused} />
            {team && <PauseButton agent={name} paused={paused} team={team} />}
          </div>
        )}
        {waiting > 0 && (
          <span class="muted small-text">
            {isMe ? needWords(waiting) : `${waiting} ${waiting === 1 ? "review" : "reviews"} to decide`}
          </span>
        )}
        {tasks.length + waiting === 0 && !paused && (
          <span class="muted">
            <Rest is={is} agent={agent} />
          </span>
        )}
        <Abilities agent={agent} />
      </div>
      <OfToday numbers={today?.get(key)} unread={isMe || !team ? 0 : unread} />
      {team && <AgentMenu agent={agent} isMe={isMe} isBusy={tasks.length > 0} team={team} />}
    </li>
  )
}

/** What an agent does that works on nothing. Presence is not known of the past. */
function Rest({ is, agent: { lastSeenAt } }: Pick<AgentLane, "is" | "agent">): ComponentChildren {
  if (is !== "gone") return "Idle"
  return <Ago at={lastSeenAt} before="Last call " none="Not seen since the server started" />
}

/** What an agent draws on whatever it works on, and what it can do. */
function Abilities({ agent: { resources, skills } }: { agent: AgentView }) {
  const words = [
    ...(resources.length > 0 ? [`Draws on ${resources.join(", ")}`] : []),
    ...(skills.length > 0 ? [`Skills: ${skills.join(", ")}`] : []),
  ]
  return (
    words.length > 0 && (
      <span class="abilities muted" dir="auto">
        {words.join(" · ")}
      </span>
    )
  )
}

/** How many tasks a member finished today, how many of them at the first attempt, what that has cost, and what it has not read. */
function OfToday({ numbers, unread }: { numbers: ReturnType<Today["get"]>; unread: number }) {
  const { tasksDone = 0, firstTime = 0, usage } = numbers ?? {}
  const rest = [
    ...(usage?.cost === undefined ? [] : [sayCost(usage.cost)]),
    ...(unread > 0 ? [`${unread} unread`] : []),
  ]
  return (
    <div class="agent-seen muted">
      {tasksDone > 0 && (
        <>
          <span title="Since midnight UTC">{tasksDone} done today</span>
          <span title="Finished on the first attempt, with no changes requested">
            {firstTime} right first time
          </span>
        </>
      )}
      {rest.length > 0 && <span>{rest.join(" · ")}</span>}
    </div>
  )
}

function reviewsBy(tasks: State["tasks"]): ReadonlyMap<string, readonly Card[]> {
  const reviews = [...tasks.values()].filter(({ status }) => status === "review")
  return Map.groupBy(reviews, ({ reviewer }) => nameKey(reviewer ?? ""))
}
