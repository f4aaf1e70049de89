import { Icon } from "../components/icons.tsx"
import { goToView } from "../page/route.ts"
import { isAsked, whyNot } from "../state/access.ts"
import type { App } from "../state/context.ts"
import { session, themes, type Theme } from "../api/session.ts"
import { chooseTheme } from "../state/theme.ts"
import type { Team } from "../reads/use-team.ts"
import { placesFor } from "../components/places.ts"
import { boardCommands } from "./board-commands.tsx"
import { done, type PaletteChoice } from "./choice.ts"
import { pastCommands } from "./past-commands.tsx"
import { taskCommands } from "./task-commands.tsx"
import { teamCommands } from "./team-commands.tsx"

/**
 * All that can be done from anywhere; what was used last comes first.
 * @param subject the ids of the tasks that it would be done to
 */
export function commandsOf(app: App, team: Team, subject: readonly string[]): PaletteChoice[] {
  const tasks = isOff(app) ? [] : [...taskCommands(app, subject), ...undoCommands(app)]
  // What is open or selected is most likely what it is about.
  return subject.length > 0
    ? [...latestFirst(tasks), ...latestFirst([...goTo(app), ...others(app, team)])]
    : latestFirst([...goTo(app), ...tasks, ...others(app, team)])
}

// --- internal ---

function latestFirst(all: readonly PaletteChoice[]): PaletteChoice[] {
  const used = session.usedCommands()
  const placeOf = ({ name, id = name }: PaletteChoice) => (used.includes(id) ? used.indexOf(id) : used.length)
  return all
    .map((each) => ({
      ...each,
      choose() {
        session.useCommand(each.id ?? each.name)
        return each.choose()
      },
    }))
    .sort((a, b) => placeOf(a) - placeOf(b))
}

/** Commands that change something are not offered in the past, nor to who may only read. */
function isOff({ store }: App): boolean {
  return whyNot(store.state) !== null
}

function undoCommands({ actions }: App): PaletteChoice[] {
  return [
    {
      name: "Undo my last change",
      also: "take back revert",
      icon: <Icon name="undo" />,
      keys: "Ctrl-z",
      choose: done(() => actions.undo()),
    },
    {
      name: "Redo",
      also: "do again undo",
      icon: <Icon name="redo" />,
      keys: "Ctrl-Shift-z",
      choose: done(() => actions.redo()),
    },
  ]
}

function goTo({ store }: App): PaletteChoice[] {
  return placesFor(store.state).map(({ id, name, icon, key }) => ({
    name: `Go to ${name}`,
    also: "open",
    icon: <Icon name={icon} />,
    keys: `g ${key}`,
    choose: done(() => goToView(id)),
  }))
}

function others(app: App, team: Team): PaletteChoice[] {
  const { set, state } = app.store
  const isKnown = isAsked(state)
  const create: PaletteChoice = {
    name: "New task",
    also: "create add",
    icon: <Icon name="plus" />,
    keys: "n",
    choose: done(() => set({ creating: true })),
  }
  const rename: PaletteChoice = {
    name: isKnown ? "Who I am here" : "Change my name",
    also: "who am I user sign out",
    icon: <Icon name="user" />,
    choose: done(() => set({ asking: isKnown ? "who" : "name" })),
  }
  return [
    ...(isOff(app) ? [] : [create]),
    ...boardCommands(app),
    ...pastCommands(app),
    ...(whyNot(state, "team.pause") === null ? teamCommands(app, team) : []),
    ...looks(app),
    {
      name: "Connect an agent",
      also: "add mcp claude setup start",
      icon: <Icon name="team" />,
      choose: done(() => set({ asking: "connect" })),
    },
    {
      name: "Keyboard shortcuts",
      also: "help keys",
      icon: <Icon name="keyboard" />,
      keys: "?",
      choose: done(() => set({ helping: true })),
    },
    ...(state.moment ? [] : [rename]),
  ]
}

const themeNames: Readonly<Record<Theme, string>> = {
  light: "Light theme",
  dark: "Dark theme",
  system: "System theme",
}

/** The theme and the density, each unless it is chosen already. */
function looks({ store }: App): PaletteChoice[] {
  const isCompact = store.state.density === "compact"
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
      icon: <Icon name="display" />,
      choose: done(() => store.set({ density: isCompact ? "roomy" : "compact" })),
    },
  ]
}
