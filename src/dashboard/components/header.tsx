import { useApp } from "../context.ts"
import { followLink, pathOf } from "../route.ts"
import type { Link, State } from "../store.ts"
import { Avatar } from "./avatar.tsx"
import { Icon } from "./icons.tsx"
import { Nav } from "../views/nav.tsx"
import type { ViewProps } from "../views/props.ts"

const links: Readonly<Record<Link, string>> = {
  loading: "Loading",
  live: "Live",
  "catching-up": "Catching up",
  offline: "Offline",
}

interface Props {
  state: State
  view: ViewProps
  filter: string
  onFilter(filter: string): void
}

export function Header({ state, view, filter, onFilter }: Props) {
  const { store } = useApp()
  const { link, name } = state
  return (
    <header class="top">
      <a
        class="brand"
        href={pathOf(null, "")}
        onClick={(event) => followLink(event, null, "")}
        aria-label="Upnext, the board"
      >
        <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
          <rect x="2" y="2" width="20" height="20" rx="6" />
          <path d="M7.5 8.5h9M7.5 12h5.5M13 15.5h3.5m-2-2 2 2-2 2" />
        </svg>
        <span>Upnext</span>
      </a>
      <Nav {...view} />
      <label class="search">
        <Icon name="search" />
        <input
          id="filter"
          type="search"
          aria-label="Filter"
          placeholder="Filter"
          value={filter}
          autocomplete="off"
          onInput={(event) => onFilter(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return
            event.stopPropagation()
            onFilter("")
            event.currentTarget.blur()
          }}
        />
        <kbd>/</kbd>
      </label>
      <span class={`live live-${link}`} role="status">
        <span class="dot" />
        {links[link]}
      </span>
      <button
        type="button"
        class="quiet who"
        title="Your name"
        aria-label={name === null ? "Who are you?" : undefined}
        onClick={() => store.dispatch({ type: "asking", asking: "name" })}
      >
        {name === null ? <Icon name="user" /> : <Avatar name={name} label={`You are ${name}`} />}
        <span class="who-name" aria-hidden={name !== null}>
          {name ?? "Who are you?"}
        </span>
      </button>
      <button
        type="button"
        class="primary new"
        aria-label="New task"
        onClick={() => store.dispatch({ type: "creating", creating: true })}
      >
        <Icon name="plus" />
        <span>New task</span>
      </button>
    </header>
  )
}
