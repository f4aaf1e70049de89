import { whyNot, isAsked } from "../state/access.ts"
import { useApp } from "../state/context.ts"
import { nameOf } from "../page/keys.ts"
import { ViewLink } from "../page/links.tsx"
import type { Link, State } from "../state/state.ts"
import type { ViewProps } from "../reads/view-props.ts"
import { places, placesFor } from "../components/places.ts"
import { Icon, type IconName } from "../components/icons.tsx"
import { themes, type Theme } from "../api/session.ts"
import { Avatar } from "../components/avatar.tsx"
import { MenuItems, type MenuChoice } from "../components/menu.tsx"
import { Popover } from "../components/popover.tsx"
import { goToView } from "../page/route.ts"
import { chooseTheme, useTheme } from "../state/theme.ts"

const links: Readonly<Record<Link, string>> = {
  loading: "Loading",
  live: "Live",
  "catching-up": "Catching up",
  offline: "Offline",
}

/** The navigation beside every view, with the state of the server and one's own name. On a phone it is at the edges. */
export function Rail({ state, at, counts }: ViewProps) {
  const { store } = useApp()
  const here = places.find(({ id }) => id === at)?.of ?? at
  const shown = placesFor(state).filter(({ of, isRare }) => of === undefined && !isRare)
  const why = whyNot(state)
  const waiting = counts.value?.needsYou ?? 0
  return (
    <header class="rail">
      <ViewLink class="brand" view="board" aria-label="Upnext, the board">
        <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
          <rect x="2" y="2" width="20" height="20" rx="6" />
          <path d="M7.5 8.5h9M7.5 12h5.5M13 15.5h3.5m-2-2 2 2-2 2" />
        </svg>
        <span>Upnext</span>
      </ViewLink>
      <button
        type="button"
        class="primary new"
        aria-keyshortcuts="n"
        aria-disabled={why !== null}
        title={why ?? undefined}
        onClick={() => store.set({ creating: true })}
      >
        <Icon name="plus" />
        <span>New task</span>
        <kbd aria-hidden="true">n</kbd>
      </button>
      <button
        type="button"
        class="quiet place find"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => store.set({ searching: true })}
      >
        <Icon name="search" />
        <span>Search</span>
        <kbd aria-hidden="true">{nameOf("Ctrl-k")}</kbd>
      </button>
      <nav class={`places${shown.length > 1 ? "" : " is-single"}`} aria-label="Views">
        {shown.map(({ id, name, together = name, icon, key }) => (
          <ViewLink
            key={id}
            class={`place place-${id}`}
            view={id}
            isCurrent={id === here}
            title={`${together} (g ${key})`}
          >
            <Icon name={icon} />
            <span>{together}</span>
            {id === "needs-you" && waiting > 0 && (
              <span class="badge">
                {waiting}
                <span class="unseen"> waiting</span>
              </span>
            )}
          </ViewLink>
        ))}
      </nav>
      <div class="rail-foot">
        <LinkState state={state} />
        <OwnMenu state={state} />
      </div>
    </header>
  )
}

// --- internal ---

function LinkState({ state: { link, loading, moment } }: { state: State }) {
  const isPaging = loading !== null && loading.loaded < loading.total && link !== "offline"
  return (
    <span class={`live live-${isPaging || moment ? "loading" : link}`} role="status">
      <span class="dot" />
      <span class="live-text">
        {isPaging
          ? `Loading ${loading.loaded.toLocaleString()} of ${loading.total.toLocaleString()}`
          : moment && link === "live"
            ? "The past"
            : links[link]}
      </span>
    </span>
  )
}

/** One's name, and below it what is seldom needed: who one is, the rare views, the shortcuts, the theme. */
function OwnMenu({ state }: { state: State }) {
  const { store } = useApp()
  const { name, moment, access } = state
  const role = access?.role ?? null
  const asking = isAsked(state) && name !== null ? "who" : "name"
  const rare = placesFor(state).filter(({ isRare }) => isRare)
  const choices: readonly (MenuChoice | false)[] = [
    (moment === null || isAsked(state)) &&
      choice(asking === "who" ? "Who you are" : "Your name", "user", () => store.set({ asking })),
    ...rare.map(({ id, name: place, icon }) => choice(place, icon, () => goToView(id))),
    whyNot(state, "import.begin") === null && choice("Import", "upload", () => goToView("import")),
    choice("Connect an agent", "team", () => store.set({ asking: "connect" })),
    choice("Shortcuts", "keyboard", () => store.set({ helping: true })),
  ]
  return (
    <Popover
      class="own"
      text={
        <>
          {name === null ? <Icon name="user" /> : <Avatar name={name} isBeside />}
          <span class="who-name">{name ?? "Who are you?"}</span>
          {role !== null && <span class="who-role">{role}</span>}
        </>
      }
    >
      {(close, id) => (
        <div class="menu-list" id={id}>
          <ul aria-label="Yours">
            <MenuItems choices={choices.filter((each) => each !== false)} close={close} />
          </ul>
          <ThemeSwitch />
        </div>
      )}
    </Popover>
  )
}

const choice = (name: string, icon: IconName, choose: () => void): MenuChoice => ({
  ...{ name, choose },
  icon: <Icon name={icon} />,
})

const looks: Readonly<Record<Theme, { readonly name: string; readonly icon: IconName }>> = {
  system: { name: "System", icon: "theme" },
  light: { name: "Light", icon: "sun" },
  dark: { name: "Dark", icon: "moon" },
}

function ThemeSwitch() {
  const chosen = useTheme()
  return (
    <fieldset class="segments theme-switch">
      <legend class="unseen">Theme</legend>
      {themes.map((theme) => (
        <label key={theme} title={`Theme: ${looks[theme].name.toLowerCase()}`}>
          <input
            type="radio"
            name="theme"
            aria-label={looks[theme].name}
            checked={theme === chosen}
            onChange={() => chooseTheme(theme)}
          />
          <span>
            <Icon name={looks[theme].icon} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}
