import { themes, type Theme } from "../api/session.ts"
import { Avatar } from "../components/avatar.tsx"
import { MenuItems, type MenuChoice } from "../components/menu.tsx"
import { Icon, type IconName } from "../components/icons.tsx"
import { placesFor } from "../components/places.ts"
import { Popover } from "../components/popover.tsx"
import { goToView } from "../page/route.ts"
import { isAsked, whyNot } from "../state/access.ts"
import { useApp } from "../state/context.ts"
import type { State } from "../state/state.ts"
import { chooseTheme, useTheme } from "../state/theme.ts"

/** One's name, and below it what is seldom needed: who one is, the rare views, the shortcuts, the theme. */
export function OwnMenu({ state }: { state: State }) {
  const { store } = useApp()
  const { name, moment, access } = state
  const role = access?.role ?? null
  const asking = isAsked(state) && name !== null ? "who" : "name"
  const rare = placesFor(state).filter(({ isRare }) => isRare)
  const choices: readonly (MenuChoice | false)[] = [
    (moment === null || isAsked(state)) && {
      name: asking === "who" ? "Who you are" : "Your name",
      icon: <Icon name="user" />,
      choose: () => store.set({ asking }),
    },
    ...rare.map(({ id, name: place, icon }) => ({
      name: place,
      icon: <Icon name={icon} />,
      choose: () => goToView(id),
    })),
    whyNot(state, "import.begin") === null && {
      name: "Import",
      icon: <Icon name="upload" />,
      choose: () => goToView("import"),
    },
    {
      name: "Connect an agent",
      icon: <Icon name="team" />,
      choose: () => store.set({ asking: "connect" }),
    },
    { name: "Shortcuts", icon: <Icon name="keyboard" />, choose: () => store.set({ helping: true }) },
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

// --- internal ---

const looks: Readonly<Record<Theme, { readonly name: string; readonly icon: IconName }>> = {
  system: { name: "System", icon: "theme" },
  light: { name: "Light", icon: "sun" },
  dark: { name: "Dark", icon: "moon" },
}

/** Chooses the theme of this browser. */
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
