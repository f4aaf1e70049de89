import { useMemo } from "preact/hooks"
import { useApp } from "../state/context.ts"
import type { BoardFilter, State } from "../state/state.ts"
import { Avatar } from "../components/avatar.tsx"
import { PickOne } from "../components/pick-one.tsx"
import { PickList } from "../components/select.tsx"
import { sourceOf } from "../components/sources.tsx"
import { Toggle } from "../components/toggle.tsx"
import { choiceNames, flagged, flags, isFlagged, offersOf, wanting, type ChoiceKey } from "./filter-offers.ts"

interface Props extends Pick<State, "filter" | "tasks"> {
  onChange(changes: Partial<BoardFilter>): void
}

const choiceKeys: readonly ChoiceKey[] = ["assignee", "project", "tag", "priority", "reviewer", "parent"]

/** What a filter can ask for beside words: a button for each yes or no, and a list for each field with many values. */
export function FilterChoices({ filter, tasks, onChange }: Props) {
  const { actions } = useApp()
  const offers = useMemo(() => offersOf(tasks), [tasks])

  return (
    <div class="choices">
      {flags.map(([flag, name]) => (
        <Toggle
          key={flag}
          name={name}
          isOn={isFlagged(filter, flag)}
          onChange={(isOn) => {
            onChange(flagged(flag, isOn))
            if (flag === "mine" && isOn) void actions.askName()
          }}
        />
      ))}
      {choiceKeys.map((key) => {
        const shared = {
          label: choiceNames[key],
          onPick: (value: string) => onChange(wanting(filter, key, value)),
        }
        if (key === "priority") return <PickList key={key} {...shared} choices={offers[key]} />
        const isOfNames = key === "assignee" || key === "reviewer"
        const options = offers[key].map(([value, name]) => ({
          value,
          name,
          icon: isOfNames && <Avatar name={value} isBeside />,
        }))
        return <PickOne key={key} {...shared} from={(typed) => sourceOf(options, typed)} />
      })}
    </div>
  )
}
