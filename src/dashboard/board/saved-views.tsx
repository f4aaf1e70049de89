import { useState } from "preact/hooks"
import { submitWith } from "../components/submit-by-key.ts"
import { FilterLink } from "./filter-link.tsx"
import { session, type SavedView } from "../api/session.ts"

/** Filters under names, kept in this browser. The address shares them with others. */
export function useSavedViews() {
  const [views, setViews] = useState(() => session.savedViews())
  function keep(next: readonly SavedView[]) {
    setViews(next)
    session.setSavedViews(next)
  }
  return { views, keep }
}

interface Props extends ReturnType<typeof useSavedViews> {
  /** What is shown now. */
  address: string
}

/** One tab for each saved view. */
export function ViewTabs({ views, address }: Omit<Props, "keep">) {
  if (views.length === 0) return null
  return (
    <nav class="switch view-tabs" aria-label="Saved views">
      {views.map((view) => (
        <FilterLink key={view.name} address={view.address} isCurrent={view.address === address}>
          <span class="one-line">{view.name}</span>
        </FilterLink>
      ))}
    </nav>
  )
}

/** Gives a name to what is shown, or takes it away again. */
export function SaveView({ views, keep, address }: Props) {
  const [name, setName] = useState("")
  const saved = views.find((view) => view.address === address)
  if (saved)
    return (
      <div class="save-view">
        <span class="one-line">
          Saved as <b>{saved.name}</b>
        </span>
        <button
          type="button"
          aria-label={`Delete the view ${saved.name}`}
          onClick={() => keep(views.filter((each) => each !== saved))}
        >
          Delete
        </button>
      </div>
    )
  return (
    <form
      class="save-view"
      onSubmit={submitWith(() => {
        const text = name.trim()
        if (text === "") return
        keep([...views.filter((each) => each.name !== text), { name: text, address }])
        setName("")
      })}
    >
      <input
        aria-label="Name of this view"
        placeholder="Save this view as…"
        maxLength={60}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" disabled={name.trim() === ""}>
        Save
      </button>
    </form>
  )
}
