import { Avatar } from "../components/avatar.tsx"
import { Icon, type IconName } from "../components/icons.tsx"
import { placesFor } from "../components/places.ts"
import { Popover } from "../components/popover.tsx"
import { goToView } from "../page/route.ts"
import { isAsked, whyNot } from "../state/access.ts"
import { useApp } from "../state/context.ts"
import type { State } from "../state/state.ts"
import { ThemeSwitch } from "./theme-switch.tsx"

/** One's name, and below it what is seldom needed: who one is, the rare views, the shortcuts, the theme. */
export function OwnMenu({ state }: { state: State }) {
  const { store } = useApp()
  const { name, moment, access } = state
  const role = access?.role ?? null
  const asking = isAsked(state) && name !== null ? "who" : "name"
  const rare = placesFor(state).filter(({ isRare }) => isRare)
  const choices: readonly (readonly [name: string, icon: IconName, run: () => void])[] = [
    ...(moment === null || isAsked(state)
      ? [[asking === "who" ? "Who you are" : "Your name", "user", () => store.set({ asking })] as const]
      : []),
    ...rare.map(({ id, name: place, icon }) => [place, icon, () => goToView(id)] as const),
    ...(whyNot(state, "import.begin") === null
      ? [["Import", "download", () => goToView("import")] as const]
      : []),
    ["Shortcuts", "keyboard", () => store.set({ helping: true })],
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
            {choices.map(([words, icon, run]) => (
              <li key={words}>
                <button
                  type="button"
                  class="quiet"
                  onClick={() => {
                    close()
                    run()
                  }}
                >
                  <Icon name={icon} />
                  {words}
                </button>
              </li>
            ))}
          </ul>
          <ThemeSwitch />
        </div>
      )}
    </Popover>
  )
}
