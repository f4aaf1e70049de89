import { useMemo, useState } from "preact/hooks"
import { useApp } from "../state/context.ts"
import { countOf, isNarrow, noFilter, type FilterKey } from "../state/filter.ts"
import { groupings, type Grouping } from "../state/state.ts"
import type { State } from "../state/state.ts"
import { Icon, priorityNames } from "../components/icons.tsx"
import { priorities } from "../task/properties.tsx"

/** How many names of each kind are offered. The text finds the others. */
const most = 200

const groupingNames: Readonly<Record<Grouping, string>> = {
  none: "No grouping",
  assignee: "By agent",
  project: "By project",
}

/** Filters the board and chooses how it is grouped. */
export function FilterBar({ state }: { state: State }) {
  const { store } = useApp()
  const { filter, grouping, tasks } = state
  const [isOpen, setOpen] = useState(false)
  const offers = useMemo(() => offersOf(tasks), [tasks])
  const set = (key: FilterKey, value: string) =>
    store.dispatch({ type: "filter", filter: { ...filter, [key]: value } })
  const count = countOf(filter)

  return (
    <div class={`bar${isOpen ? " is-open" : ""}`} role="search" aria-label="Filter the board">
      <h1>Board</h1>
      <label class="search">
        <Icon name="search" />
        <input
          id="filter"
          type="search"
          aria-label="Filter"
          aria-keyshortcuts="/"
          placeholder="Filter"
          value={filter.text}
          autocomplete="off"
          onInput={(event) => set("text", event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return
            event.stopPropagation()
            set("text", "")
            event.currentTarget.blur()
          }}
        />
        <kbd>/</kbd>
      </label>
      <button
        type="button"
        class="quiet more-filters"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="filter" />
        {count > 0 ? `Filters (${count})` : "Filters"}
      </button>
      <div class="choices">
        <Choice
          label="Assignee"
          value={filter.assignee}
          offers={offers.assignee}
          onChoose={(to) => set("assignee", to)}
        />
        <Choice
          label="Project"
          value={filter.project}
          offers={offers.project}
          onChoose={(to) => set("project", to)}
        />
        <Choice label="Tag" value={filter.tag} offers={offers.tag} onChoose={(to) => set("tag", to)} />
        <Choice
          label="Priority"
          value={filter.priority}
          offers={offers.priority}
          onChoose={(to) => set("priority", to)}
        />
        {isNarrow(filter) && (
          <button
            type="button"
            class="quiet clear"
            onClick={() => store.dispatch({ type: "filter", filter: noFilter })}
          >
            Clear
          </button>
        )}
        <select
          class={`choice grouping${grouping === "none" ? "" : " is-set"}`}
          aria-label="Grouping"
          value={grouping}
          onChange={(event) =>
            store.dispatch({ type: "grouping", grouping: event.currentTarget.value as Grouping })
          }
        >
          {groupings.map((each) => (
            <option key={each} value={each}>
              {groupingNames[each]}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

// --- internal ---

type Offers = readonly (readonly [value: string, name: string])[]

interface ChoiceProps {
  label: string
  value: string
  offers: Offers
  onChoose(value: string): void
}

function Choice({ label, value, offers, onChoose }: ChoiceProps) {
  const isKnown = value === "" || offers.some(([each]) => each === value)
  return (
    <select
      class={`choice${value === "" ? "" : " is-set"}`}
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="">{label}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {offers.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** The names that occur in the loaded tasks, in alphabetical order. */
function offersOf(
  tasks: State["tasks"],
): Readonly<Record<"assignee" | "project" | "tag" | "priority", Offers>> {
  const found = { assignee: new Set<string>(), project: new Set<string>(), tag: new Set<string>() }
  for (const { assignee, project, tags } of tasks.values()) {
    found.assignee.add(assignee)
    found.project.add(project)
    for (const tag of tags) found.tag.add(tag)
  }
  const sorted = (names: Set<string>): Offers =>
    [...names]
      .sort((a, b) => a.localeCompare(b))
      .slice(0, most)
      .map((name) => [name, name === "unassigned" ? "Nobody" : name])
  return {
    assignee: sorted(found.assignee),
    project: sorted(found.project),
    tag: sorted(found.tag),
    priority: priorities.map((priority) => [priority, priorityNames[priority]]),
  }
}
