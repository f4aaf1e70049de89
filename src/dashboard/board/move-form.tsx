import type { WriteOutcome } from "../state/state.ts"
import type { Status, TaskView } from "../api/types.ts"
import { moveName, statusNames } from "../words/move-words.ts"
import { StatusIcon } from "../components/icons.tsx"
import { Menu } from "../components/menu.tsx"
import { Refused } from "../components/refused.tsx"
import { useApp } from "../state/context.ts"
import { columnOf } from "./columns.ts"
import { MoveWordsForm } from "./move-words-form.tsx"
import { useMove } from "./use-move.ts"

interface Props {
  task: TaskView
  /** The status that was asked for before this form opened, and what the server answered. */
  to?: Status | null
  outcome?: WriteOutcome
  offered: readonly Status[]
  /** Rare moves, behind a button. */
  more?: readonly Status[]
  onMoved?(): void
}

/** The moves of a task. A move that the rules forbid stays here, with the reason and a field for what is missing. */
export function MoveForm({ task, to = null, outcome: before = null, offered, more = [], onMoved }: Props) {
  const { tasks } = useApp().store.state
  const moving = useMove(task, to, before, onMoved)
  const nameOf = (status: Status) => moveName(task, status, columnOf(tasks, task, status))
  const { chosen, outcome, isBusy, asks, choose } = moving
  // Only in a dialog does the form take the focus when it opens.
  const isAsked = onMoved !== undefined
  return (
    <div class="moves" aria-busy={isBusy}>
      <div class="move-buttons">
        {offered.map((status, i) => (
          <button
            key={status}
            type="button"
            autofocus={i === 0 && isAsked && !asks}
            class={chosen === status ? "chosen" : ""}
            disabled={isBusy}
            onClick={() => choose(status)}
          >
            <StatusIcon status={status} />
            {nameOf(status)}
          </button>
        ))}
        {more.length > 0 && (
          <Menu
            label="More moves"
            isDisabled={isBusy}
            choices={more.map((status) => ({
              name: nameOf(status),
              icon: <StatusIcon status={status} />,
              choose: () => choose(status),
            }))}
          />
        )}
      </div>
      {chosen !== null && outcome && (
        <Refused
          outcome={outcome}
          what={`${task.id} was not moved to ${statusNames[chosen]}.`}
          // The field for it stands right below.
          wayOn={!moving.needsReflection}
        />
      )}
      {chosen !== null && asks && <MoveWordsForm moving={moving} to={chosen} hasFocus={isAsked} />}
    </div>
  )
}
