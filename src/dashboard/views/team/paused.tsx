import { givenUp, type Written } from "../../state/writes.ts"
import { pause, pauseSpans, resume } from "../../state/pauses.ts"
import type { PauseView } from "../../api/types.ts"
import { Changing } from "../../components/changing.tsx"
import { Icon } from "../../components/icons.tsx"
import { Isolated } from "../../components/isolated.tsx"
import { Menu } from "../../components/menu.tsx"
import { Refused } from "../../components/refused.tsx"
import { may } from "../../state/access.ts"
import { useApp } from "../../state/context.ts"
import { useWrite } from "../../state/use-outcome.ts"
import { moment } from "../../words/format.ts"
import type { Team } from "../../reads/use-team.ts"

/** Says on every view that the team is paused, since no agent is offered work then. */
export function PausedNote({ team }: { team: Team }) {
  const paused = team.value?.paused ?? null
  return (
    <div role="status">
      {paused !== null && (
        <div class="note paused-note">
          <Icon name="pause" />
          <span title={paused.reason ?? undefined}>
            <strong>The team is paused.</strong> No new work is offered; work in progress continues.{" "}
            <PauseWords pause={paused} />
          </span>
          <PauseButton agent={null} paused={paused} team={team} />
        </div>
      )}
    </div>
  )
}

interface PauseWordsProps {
  pause: PauseView
  what?: string
  /** What ends it where no time does. */
  end?: string
}

/** Until when, by whom and why: `Paused until 14:30, by ada: release day`. */
export function PauseWords({ pause, what = "Paused", end = "resumed" }: PauseWordsProps) {
  const { until, by, reason } = pause
  return (
    <>
      {what} until {until === null ? end : moment(until)}, by <Isolated text={by} />
      <Isolated before=": " text={reason} />
    </>
  )
}

/** The same as a line of its own. */
export function PauseLine(props: PauseWordsProps) {
  return (
    <span class="pause-words">
      <Icon name="pause" />
      <span>
        <PauseWords {...props} />
      </span>
    </span>
  )
}

/** Follows a pause, or its end, and reads the team again after it. */
export function usePausing(team: Team) {
  const { outcome, follow } = useWrite()
  const show = (asked: Promise<Written>) =>
    void follow(asked).then((written) => written !== givenUp && team.reload())
  return { outcome, show }
}

/** Pauses or resumes an agent, or with null the whole team. */
export function PauseButton(props: { agent: string | null; paused: PauseView | null; team: Team }) {
  const { agent, paused, team } = props
  const { store, actions } = useApp()
  const { outcome, show } = usePausing(team)
  const who = agent ?? "team"

  if (!may(store.state, "team.pause")) return null
  return (
    <div class="pause">
      <Changing>
        {paused === null ? (
          <Menu
            label={`Pause ${who}`}
            choices={pauseSpans.map((span) => ({
              name: span.name,
              choose: () => show(pause(actions, agent, span)),
            }))}
          >
            <Icon name="pause" />
            {agent === null ? "Pause team" : "Pause"}
          </Menu>
        ) : (
          <button type="button" aria-label={`Resume ${who}`} onClick={() => show(resume(actions, agent))}>
            <Icon name="play" />
            Resume
          </button>
        )}
      </Changing>
      <Refused outcome={outcome} />
    </div>
  )
}
