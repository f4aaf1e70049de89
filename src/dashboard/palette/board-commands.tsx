import { choiceNames, flagged, flags, offersOf, wanting, type ChoiceKey } from "../board/filter-offers.ts"
import { showAddress } from "../board/filter-link.tsx"
import { Avatar } from "../components/avatar.tsx"
import { Icon, PriorityIcon } from "../components/icons.tsx"
import { priorities } from "../../domain/wire/enums.ts"
import type { ExportForm } from "../../domain/wire/exports/export-forms.ts"
import { goToView, parseRoute } from "../page/route.ts"
import { may } from "../state/access.ts"
import type { App } from "../state/context.ts"
import { exportNames, exportTasks } from "../state/export.ts"
import { isNarrow, noFilter } from "../state/filter.ts"
import { session } from "../api/session.ts"
import type { BoardFilter } from "../state/state.ts"
import { command, done, type PaletteChoice, type PaletteStep } from "./choice.tsx"

/** Narrows the board, shows views that were saved, and brings tasks in. */
export function boardCommands(app: App): PaletteChoice[] {
  const { store } = app
  return [
    {
      name: "Filter the board…",
      also: "narrow only mine ready overdue stuck project tag assignee priority parent",
      icon: <Icon name="filter" />,
      choose: () => askFilter(app),
    },
    may(store.state, "import.begin") &&
      command("Import tasks", "upload", "bring in csv beads backlog github jira linear todoist file", () =>
        goToView("import"),
      ),
    isNarrow(store.state.filter) &&
      command("Clear the filter", "close", "reset all", () => store.set({ filter: noFilter })),
    store.state.moment === null && {
      name: isNarrow(store.state.filter) ? "Export the filtered tasks…" : "Export all tasks…",
      id: "export",
      also: "download save csv json markdown file",
      icon: <Icon name="download" />,
      choose: () => askForm(app),
    },
    ...session.savedViews().map((view) => ({
      ...command(`Show ${view.name}`, "filter", "saved view filter", () => showAddress(store, view.address)),
      hint: "saved view",
    })),
  ].filter((each) => each !== false)
}

// --- internal ---

function askFilter({ store, actions }: App): PaletteStep {
  const { filter, tasks } = store.state
  const set = (changes: Partial<BoardFilter>) =>
    done(() => {
      store.set({ filter: { ...filter, ...changes } })
      if (changes.mine === true) void actions.askName()
      const { view } = parseRoute(location.pathname)
      if (view !== "board" && view !== "list") goToView("board")
    })
  const icon = <Icon name="filter" />
  const toggles = flags.map(([flag, name]) => ({ name, icon, choose: set(flagged(flag, true)) }))
  const offers = offersOf(tasks)
  const values = filterKeys.flatMap((key) =>
    offers[key].map(([value, name]) => ({
      name,
      also: choiceNames[key],
      hint: choiceNames[key],
      icon: iconOf(key, value),
      choose: set(wanting(filter, key, value)),
    })),
  )
  return {
    title: "Show only",
    placeholder: "A project, a name, a tag …",
    choices: () => [...toggles, ...values],
  }
}

function askForm(app: App): PaletteStep {
  const forms = Object.entries(exportNames) as [ExportForm, string][]
  return {
    title: "Export as",
    placeholder: "A form …",
    choices: () =>
      forms.map(([form, name]) => command(name, "download", "", () => void exportTasks(app, form))),
  }
}

const filterKeys: readonly ChoiceKey[] = ["project", "assignee", "tag", "priority", "reviewer", "parent"]

function iconOf(key: ChoiceKey, value: string) {
  if (key === "assignee" || key === "reviewer") return <Avatar name={value} isBeside />
  const priority = key === "priority" && priorities.find((each) => each === value)
  return priority ? <PriorityIcon priority={priority} /> : <Icon name="filter" />
}
