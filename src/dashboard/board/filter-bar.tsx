import type { ComponentChildren } from "preact"
import { useApp } from "../state/context.ts"
import { countOf, isNarrow, noFilter, searchOf } from "../state/filter.ts"
import type { BoardFilter, State } from "../state/state.ts"
import { Icon, type IconName } from "../components/icons.tsx"
import { IconButton } from "../components/button.tsx"
import { Popover } from "../components/popover.tsx"
import { ViewSwitch } from "../components/view-switch.tsx"
import { pathTo } from "../page/route.ts"
import { DisplayChoices, type ShownColumns } from "./display-choices.tsx"
import { FilterChips } from "./filter-chips.tsx"
import { FilterChoices } from "./filter-choices.tsx"
import { SaveView, useSavedViews, ViewTabs } from "./saved-views.tsx"
import type { ServerFilter } from "./use-server-filter.ts"

interface Props {
  state: State
  at: "board" | "list"
  search: Pick<ServerFilter, "isSearching" | "trouble">
  shown?: ShownColumns
}

/** Narrows the board and the list, and chooses how they are drawn. */
export function FilterBar({ state, at, search, shown }: Props) {
  const { store } = useApp()
  const { filter, tasks } = state
  const saved = useSavedViews()
  const address = pathTo({ view: at, task: null }) + searchOf(state)
  const count = countOf(filter)
  const set = (changes: Partial<BoardFilter>) => store.set({ filter: { ...filter, ...changes } })

  return (
    <div class="filter-bar" role="search" aria-label={`Filter the ${at}`}>
      <h1 class="unseen">{at === "board" ? "Board" : "List"}</h1>
      <ViewSwitch label="Show as" of={["board", "list"]} at={at} />
      <div class="search">
        <Icon name="search" />
        {count > 0 && <FilterChips filter={filter} onChange={set} />}
        <input
          id="filter"
          type="search"
          aria-label="Filter by words"
          aria-keyshortcuts="/"
          placeholder={count > 0 ? "" : "Filter by words"}
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
        <span
          class={`search-state muted small-text${search.trouble === null ? "" : " is-trouble"}`}
          role="status"
        >
          {search.trouble ?? (search.isSearching && "Searching")}
        </span>
        {isNarrow(filter) && (
          <IconButton icon="close" name="Clear" onClick={() => store.set({ filter: noFilter })} />
        )}
      </div>
      <BarMenu name="Filter" icon="filter" count={count}>
        <FilterChoices filter={filter} tasks={tasks} onChange={set} />
        <SaveView {...saved} address={address} />
      </BarMenu>
      <BarMenu name="Display" icon="display">
        <DisplayChoices state={state} {...(shown && { shown })} />
      </BarMenu>
      <ViewTabs views={saved.views} address={address} />
    </div>
  )
}

// --- internal ---

interface MenuProps {
  name: string
  icon: IconName
  /** How much is set there. */
  count?: number
  children: ComponentChildren
}

/** What a button of the bar shows: below it, or on a phone as a sheet at the foot of the window. */
function BarMenu({ name, icon, count = 0, children }: MenuProps) {
  return (
    <Popover
      class="bar-menu"
      text={
        <>
          <Icon name={icon} />
          <span>{name}</span>
          {count > 0 && (
            <span class="badge">
              {count}
              <span class="unseen"> active</span>
            </span>
          )}
        </>
      }
    >
      {(close, id) => (
        <div class="menu-list" id={id}>
          {children}
          <button type="button" class="primary sheet-done" onClick={close}>
            Done
          </button>
        </div>
      )}
    </Popover>
  )
}
