import { useMemo } from "preact/hooks"
import { useApp } from "../state/context.ts"
import type { BoardFilter, State } from "../state/state.ts"
import { PickList } from "../components/select.tsx"
import { Toggle } from "../components/toggle.tsx"
import { choiceNames, offersOf, type ChoiceKey } from "./filter-offers.ts"

interface Props extends Pick<State, "filter" | "tasks"> {
  onChange(changes: Partial<BoardFilter>): void
}

const choiceKeys: readonly ChoiceKey[] = ["assignee", "project", "tag", "priority", "reviewer", "parent"]

/** What a filter can ask for beside words: a button for each yes or no, and a list for each field with many values. */
export function FilterChoices({ filter, tasks, onChange }: Props) {
  const { actions } = useApp()
  const offers = useMemo(() => offersOf(tasks), [tasks])

  function add(key: ChoiceKey, value: string) {
    if (key === "parent") onChange({ parent: value })
    else if (!(filter[key] as readonly string[]).includes(value)) onChange({ [key]: [...filter[key], value] })
  }

  return (
    <div class="choices">
      <Toggle
        name="Mine"
        isOn={filter.mine}
        onChange={(mine) => {
          onChange({ mine })
          if (mine) void actions.askName()
        }}
      />
      <Toggle
        name="Ready"
        isOn={filter.ready === "1"}
        onChange={(on) => onChange({ ready: on ? "1" : "" })}
      />
      <Toggle name="Overdue" isOn={filter.overdue} onChange={(overdue) => onChange({ overdue })} />
      <Toggle name="Stuck" isOn={filter.stuck} onChange={(stuck) => onChange({ stuck })} />
      {choiceKeys.map((key) => (
        <PickList
          key={key}
          label={choiceNames[key]}
          choices={offers[key]}
          onPick={(value) => add(key, value)}
        />
      ))}
    </div>
  )
}
