import { useMemo } from "preact/hooks"
import { useApp } from "../state/context.ts"
import type { BoardFilter, State } from "../state/state.ts"
import { Avatar } from "../components/avatar.tsx"
import { PickOne } from "../components/pick-one.tsx"
import type { Choices } from "../components/select.tsx"
import { sourceOf } from "../components/sources.tsx"
import {
  choiceNames,
  chosenOf,
  flagged,
  flags,
  isFlagged,
  offersOf,
  wanting,
  type ChoiceKey,
} from "./filter-offers.ts"

interface Props extends Pick<State, "filter" | "tasks"> {
  onChange(changes: Partial<BoardFilter>): void
}

const choiceKeys: readonly ChoiceKey[] = ["assignee", "project", "tag", "priority", "reviewer", "parent"]

/** What a filter can ask for beside words: a button for each yes or no, and a list for each field with many values. */
export function FilterChoices({ filter, tasks, onChange }: Props) {
  const { actions, store } = useApp()
  const offers = useMemo(() => offersOf(tasks), [tasks])

  return (
    <>
      <div class="choices">
        {flags.map(([flag, name]) => (
          <button
            key={flag}
            type="button"
            class={`quiet toggle${isFlagged(filter, flag) ? " is-set" : ""}`}
            aria-pressed={isFlagged(filter, flag)}
            onClick={() => {
              const isOn = !isFlagged(filter, flag)
              onChange(flagged(flag, isOn))
              if (flag === "mine" && isOn) void actions.askName()
            }}
          >
            {name}
          </button>
        ))}
      </div>
      {choiceKeys.map((key) => {
        if (offers[key].length === 0) return null
        return (
          <label key={key} class="choice-row">
            <span>{choiceNames[key]}</span>
            <PickOne
              label={choiceNames[key]}
              text={chosenOf(filter, key)}
              from={(typed) => sourceOf(optionsOf(key, offers[key]), typed)}
              // Two choices may come before the first is drawn.
              onPick={(value) => onChange(wanting(store.state.filter, key, value))}
            />
          </label>
        )
      })}
    </>
  )
}

// --- internal ---

function optionsOf(key: ChoiceKey, choices: Choices) {
  const isOfNames = key === "assignee" || key === "reviewer"
  return choices.map(([value, name]) => ({
    value,
    name,
    icon: isOfNames && <Avatar name={value} isBeside />,
  }))
}
