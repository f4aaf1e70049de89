import { useState } from "preact/hooks"
import { useApp } from "../state/context.ts"
import { countOf, isNarrow, noFilter } from "../state/filter.ts"
import type { BoardFilter, State } from "../state/state.ts"
import { Icon } from "../components/icons.tsx"
import { DisplayChoices } from "./display-choices.tsx"
import { ViewSwitch } from "../components/view-switch.tsx"
import { FilterChips } from "./filter-chips.tsx"
import { FilterChoices } from "./filter-choices.tsx"
import type { ServerFilter } from "./use-server-filter.ts"

interface Props {
  state: State
  at: "board" | "list"
  search: Pick<ServerFilter, "isSearching" | "trouble">
}

/** Narrows the board and the list, and chooses how they are drawn. */
export function FilterBar({ state, at, search }: Props) {
  const { store } = useApp()
  const { filter, tasks } = state
  const [isOpen, setOpen] = useState(false)
  const set = (changes: Partial<BoardFilter>) => store.set({ filter: { ...filter, ...changes } })
  const count = countOf(filter)

  return (
    <div class={`filter-bar${isOpen ? " is-open" : ""}`} role="search" aria-label={`Filter the ${at}`}>
      <h1 class="unseen">{at === "board" ? "Board" : "List"}</h1>
      <ViewSwitch label="Show as" of={["board", "list"]} at={at} />
      <WordsField text={filter.text} onText={(text) => set({ text })} />
      <button
        type="button"
        class="quiet more-filters"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="filter" />
        {count > 0 ? `Filters (${count})` : "Filters"}
      </button>
      <FilterChoices filter={filter} tasks={tasks} onChange={set} />
      <DisplayChoices state={state} at={at} />
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

function WordsField({ text, onText }: { text: string; onText(text: string): void }) {
  return (
    <label class="search">
      <Icon name="search" />
      <input
        id="filter"
        type="search"
        aria-label="Filter"
        aria-keyshortcuts="/"
        placeholder="Filter"
        value={text}
        autocomplete="off"
        onInput={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return
          event.stopPropagation()
          onText("")
          event.currentTarget.blur()
        }}
      />
      <kbd>/</kbd>
    </label>
  )
}
