import { useState } from "preact/hooks"
import { useApp } from "../state/context.ts"
import { filterFrom, groupingFrom } from "../state/filter.ts"
import { session, type SavedView } from "../api/session.ts"
import type { Store } from "../state/store.ts"
import { go } from "../page/route.ts"
import { Popover } from "../components/popover.tsx"
import { IconButton } from "../components/icon-button.tsx"

/** Goes to a saved view. */
export function showView({ set }: Store, { address }: SavedView): void {
  const { pathname, search } = new URL(address, location.origin)
  set({ filter: filterFrom(search), grouping: groupingFrom(search) ?? "none" })
  go(pathname)
}

/** Filters under names, kept in this browser. The address shares them with others. */
export function SavedViews({ address }: { address: string }) {
  const { store } = useApp()
  const [views, setViews] = useState(() => session.savedViews())
  const [name, setName] = useState("")

  function keep(next: readonly SavedView[]) {
    setViews(next)
    session.setSavedViews(next)
  }

  return (
    <Popover text="Views" label="Saved views">
      {(close, id) => (
        <div class="menu-list saved-views" id={id}>
          {views.length > 0 && (
            <ul aria-label="Saved views">
              {views.map((view) => (
                <li key={view.name}>
                  <button
                    type="button"
                    class="quiet"
                    aria-current={view.address === address ? "true" : undefined}
                    onClick={() => {
                      close()
                      showView(store, view)
                    }}
                  >
                    <span class="one-line">{view.name}</span>
                  </button>
                  <IconButton
                    icon="close"
                    name={`Delete the view ${view.name}`}
                    onClick={() => keep(views.filter((each) => each !== view))}
                  />
                </li>
              ))}
            </ul>
          )}
          <form
            onSubmit={(event) => {
              event.preventDefault()
              const text = name.trim()
              if (text === "") return
              keep([...views.filter((each) => each.name !== text), { name: text, address }])
              setName("")
              close()
            }}
          >
            <input
              aria-label="Name of this view"
              placeholder="Save this view as…"
              maxLength={60}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
            <button type="submit" class="primary" disabled={name.trim() === ""}>
              Save
            </button>
          </form>
        </div>
      )}
    </Popover>
  )
}
