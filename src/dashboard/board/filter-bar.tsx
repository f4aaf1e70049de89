import { useMemo, useState } from "preact/hooks"
import { useApp } from "../state/context.ts"
import { countOf, isNarrow, noFilter, searchOf } from "../state/filter.ts"
import { chooseDensity } from "../state/density.ts"
import { groupings, type Grouping } from "../api/session.ts"
import type { BoardFilter, State } from "../state/state.ts"
import { pathTo } from "../page/route.ts"
import { ViewLink } from "../page/view-link.tsx"
import { Icon, type IconName } from "../components/icons.tsx"
import { FilterChips } from "./filter-chips.tsx"
import { choiceNames, offersOf, type ChoiceKey } from "./filter-offers.ts"
import { SavedViews } from "./saved-views.tsx"
import type { ServerFilter } from "./use-server-filter.ts"

const groupingNames: Readonly<Record<Grouping, string>> = {
  none: "No rows",
  assignee: "By agent",
  project: "By project",
  parent: "By parent",
  priority: "By priority",
}

const choiceKeys: readonly ChoiceKey[] = ["assignee", "project", "tag", "priority", "reviewer", "parent"]

interface Props {
  state: State
  at: "board" | "list"
  search: Pick<ServerFilter, "isSearching" | "trouble">
}

/** Narrows the board and the list, and chooses how they are drawn. */
export function FilterBar({ state, at, search }: Props) {
  const { store, actions } = useApp()
  const { filter, grouping, density, tasks } = state
  const [isOpen, setOpen] = useState(false)
  const offers = useMemo(() => offersOf(tasks), [tasks])
  const set = (changes: Partial<BoardFilter>) => store.set({ filter: { ...filter, ...changes } })
  const count = countOf(filter)

  function add(key: ChoiceKey, value: string) {
    if (key === "parent") set({ parent: value })
    else if (!(filter[key] as readonly string[]).includes(value)) set({ [key]: [...filter[key], value] })
  }

  return (
    <div class={`filter-bar${isOpen ? " is-open" : ""}`} role="search" aria-label={`Filter the ${at}`}>
      <h1 class="unseen">{at === "board" ? "Board" : "List"}</h1>
      <nav class="switch" aria-label="Show as">
        <ViewLink view="board" isCurrent={at === "board"}>
          <Icon name="board" />
          Board
        </ViewLink>
        <ViewLink view="list" isCurrent={at === "list"}>
          <Icon name="list" />
          List
        </ViewLink>
      </nav>
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
          onInput={(event) => set({ text: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return
            event.stopPropagation()
            set({ text: "" })
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
        <Toggle
          name="Mine"
          isOn={filter.mine}
          onChange={(mine) => {
            set({ mine })
            if (mine) void actions.askName()
          }}
        />
        <Toggle name="Ready" isOn={filter.ready === "1"} onChange={(on) => set({ ready: on ? "1" : "" })} />
        <Toggle name="Overdue" isOn={filter.overdue} onChange={(overdue) => set({ overdue })} />
        <Toggle name="Stuck" isOn={filter.stuck} onChange={(stuck) => set({ stuck })} />
        {choiceKeys.map((key) => (
          <select
            key={key}
            class="choice"
            aria-label={choiceNames[key]}
            value=""
            onChange={(event) => {
              add(key, event.currentTarget.value)
              event.currentTarget.value = ""
            }}
          >
            <option value="">{choiceNames[key]}</option>
            {offers[key].map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        ))}
      </div>
      <div class="display">
        <SavedViews address={pathTo({ view: at, task: null }) + searchOf(state)} />
        {at === "board" && (
          <select
            class={`choice${grouping === "none" ? "" : " is-set"}`}
            aria-label="Grouping"
            value={grouping}
            onChange={({ currentTarget: { value } }) => store.set({ grouping: value as Grouping })}
          >
            {groupings.map((each) => (
              <option key={each} value={each}>
                {groupingNames[each]}
              </option>
            ))}
          </select>
        )}
        <Toggle
          name="Compact cards"
          icon="dense"
          isOn={density === "compact"}
          onChange={(on) => chooseDensity(store, on ? "compact" : "roomy")}
        />
      </div>
      {isNarrow(filter) && (
        <div class="chosen">
          <span class="search-state muted small-text" role="status">
            {search.trouble ?? (search.isSearching && "Searching")}
          </span>
          <FilterChips filter={filter} onChange={set} />
          <button type="button" class="quiet clear" onClick={() => store.set({ filter: noFilter })}>
            Clear
          </button>
        </div>
      )}
    </div>
  )
}

// --- internal ---

interface ToggleProps {
  name: string
  /** Stands for the name. */
  icon?: IconName
  isOn: boolean
  onChange(isOn: boolean): void
}

function Toggle({ name, icon, isOn, onChange }: ToggleProps) {
  return (
    <button
      type="button"
      class={`quiet toggle${icon ? " square" : ""}${isOn ? " is-set" : ""}`}
      aria-pressed={isOn}
      aria-label={icon && name}
      title={icon && name}
      onClick={() => onChange(!isOn)}
    >
      {icon ? <Icon name={icon} /> : name}
    </button>
  )
}
