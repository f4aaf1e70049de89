import { goToView, goToMoment } from "../page/route.ts"
import { isAsked, whyNot } from "../state/access.ts"
import type { App } from "../state/context.ts"
import { session, themes, type Theme } from "../api/session.ts"
import { chooseTheme } from "../state/theme.ts"
import type { Team } from "../reads/use-team.ts"
import { placesFor } from "../components/places.ts"
import { boardCommands } from "./board-commands.tsx"
import { command, type PaletteChoice } from "./choice.tsx"
import { taskCommands } from "./task-commands.tsx"
import { teamCommands } from "./team-commands.tsx"
import { boardNow } from "../../client/board-clock.ts"
import { callNow } from "../api/api.ts"
import { Icon } from "../components/icons.tsx"
import { sayRefusal } from "../words/refusals.ts"

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
    command("Undo my last change", "undo", "take back revert", () => actions.undo(), "Ctrl-z"),
    command("Redo", "redo", "do again undo", () => actions.redo(), "Ctrl-Shift-z"),
  ]
}

function goTo({ store }: App): PaletteChoice[] {
  return placesFor(store.state).map(({ id, name, icon, key }) =>
    command(`Go to ${name}`, icon, "open", () => goToView(id), `g ${key}`),
  )
}

function others(app: App, team: Team): PaletteChoice[] {
  const { set, state } = app.store
  const isKnown = isAsked(state)
  const create = command("New task", "plus", "create add", () => set({ creating: true }), "n")
  const rename = command(isKnown ? "Who I am here" : "Change my name", "user", "who am I user sign out", () =>
    set({ asking: isKnown ? "who" : "name" }),
  )
  return [
    ...(isOff(app) ? [] : [create]),
    ...boardCommands(app),
    ...pastCommands(app),
    ...(whyNot(state, "team.pause") === null ? teamCommands(app, team) : []),
    ...looks(app),
    command("Connect an agent", "team", "add mcp claude setup start", () => set({ asking: "connect" })),
    command("Keyboard shortcuts", "keyboard", "help keys", () => set({ helping: true }), "?"),
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
      .map((theme) =>
        command(themeNames[theme], "theme", "switch use appearance colour mode", () => chooseTheme(theme)),
      ),
    command(isCompact ? "Roomy cards" : "Compact cards", "display", "switch density size", () =>
      store.set({ density: isCompact ? "roomy" : "compact" }),
    ),
  ]
}

/** Shows the board as it was, and as it is now. */
function pastCommands(app: App): PaletteChoice[] {
  const show: PaletteChoice = {
    name: "Show the board as it was…",
    also: "time machine past history moment earlier back",
    icon: <Icon name="clock" />,
    choose: () => ({
      title: "Show the board as of when?",
      placeholder: "A time",
      choices: () => spans.map(([name, ms]) => command(name, "clock", "", () => void showPast(app, ms))),
    }),
  }
  if (app.store.state.moment === null) return [show]
  return [command("Back to now", "clock", "present today", () => goToMoment(null)), show]
}

const minute = 60_000

/** How long ago, in ms. */
const spans: readonly [name: string, ms: number][] = [
  ["After the last event", 0],
  ["10 minutes ago", 10 * minute],
  ["An hour ago", 60 * minute],
  ["A day ago", 24 * 60 * minute],
  ["A week ago", 7 * 24 * 60 * minute],
  ["At the beginning", Infinity],
]

/** Shows the moment so long ago, or the first one if that is later. */
async function showPast({ actions }: App, ms: number): Promise<void> {
  const read = await callNow("log.read", {})
  if ("refusal" in read) {
    actions.tell(sayRefusal(read.refusal).title)
    return
  }
  const { first, last } = read.value.log
  const time = boardNow() - ms
  if (!first || !last) actions.tell("Nothing has happened yet.")
  else if (time >= Date.parse(last.at)) goToMoment(last.seq)
  else if (time <= Date.parse(first.at)) goToMoment(first.seq)
  else {
    const then = await callNow("task.list", { at: new Date(time).toISOString(), limit: 1 })
    if ("refusal" in then) actions.tell(sayRefusal(then.refusal).title)
    else goToMoment(then.seq)
  }
}
