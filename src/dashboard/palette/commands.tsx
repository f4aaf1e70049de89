import { Icon } from "../components/icons.tsx"
import { go, pathTo } from "../page/route.ts"
import type { App } from "../state/context.ts"
import { chooseDensity } from "../state/density.ts"
import { session, themes, type Theme } from "../api/session.ts"
import { chooseTheme } from "../state/theme.ts"
import type { Team } from "../reads/use-team.ts"
import { places } from "../components/places.ts"
import { boardCommands } from "./board-commands.tsx"
import { done, type PaletteChoice } from "./choice.ts"
import { pastCommands } from "./past-commands.tsx"
import { taskCommands } from "./task-commands.tsx"
import { teamCommands } from "./team-commands.tsx"

/** All that can be done from anywhere. @param subject the ids of the tasks that it would be done to */
export function commandsOf(app: App, team: Team, subject: readonly string[]): PaletteChoice[] {
  const tasks = isPast(app) ? [] : taskCommands(app, subject)
  // What is open or selected is most likely what it is about.
  return subject.length > 0
    ? [...tasks, ...goTo(), ...others(app, team)]
    : [...goTo(), ...tasks, ...others(app, team)]
}

// --- internal ---

/** Nothing can be changed in the past, so commands that change something are not offered there. */
function isPast({ store }: App): boolean {
  return store.state.moment !== null
}

function goTo(): PaletteChoice[] {
  return places.map(({ id, name, icon, key }) => ({
    name: `Go to ${name}`,
    also: "open",
    icon: <Icon name={icon} />,
    keys: `g ${key}`,
    choose: done(() => go(pathTo({ view: id, task: null }))),
  }))
}

function others(app: App, team: Team): PaletteChoice[] {
  const { set } = app.store
  const create: PaletteChoice = {
    name: "New task",
    also: "create add",
    icon: <Icon name="plus" />,
    keys: "n",
    choose: done(() => set({ creating: true })),
  }
  const rename: PaletteChoice = {
    name: "Change my name",
    also: "who am I user",
    icon: <Icon name="user" />,
    choose: done(() => set({ asking: "name" })),
  }
  return [
    ...(isPast(app) ? [] : [create]),
    ...boardCommands(app),
    ...pastCommands(app),
    ...(isPast(app) ? [] : teamCommands(app, team)),
    ...looks(app),
    {
      name: "Keyboard shortcuts",
      also: "help keys",
      icon: <Icon name="keyboard" />,
      keys: "?",
      choose: done(() => set({ helping: true })),
    },
    ...(isPast(app) ? [] : [rename]),
  ]
}

const themeNames: Readonly<Record<Theme, string>> = {
  light: "Light theme",
  dark: "Dark theme",
  system: "Theme of the system",
}

/** The theme and the density, each unless it is chosen already. */
function looks({ store }: App): PaletteChoice[] {
  const isCompact = store.state.density === "compact"
  const next = isCompact ? "roomy" : "compact"
  return [
    ...themes
      .filter((theme) => theme !== session.theme())
      .map((theme) => ({
        name: themeNames[theme],
        also: "switch use appearance colour mode",
        icon: <Icon name="theme" />,
        choose: done(() => chooseTheme(theme)),
      })),
    {
      name: isCompact ? "Roomy cards" : "Compact cards",
      also: "switch density size",
      icon: <Icon name="dense" />,
      choose: done(() => chooseDensity(store, next)),
    },
  ]
}
