import type { ComponentChildren } from "preact"
import type { TaskView } from "../api/types.ts"
import { currentHint, type PaletteStep } from "./choice.ts"
import { ChoiceBody, TaskBody } from "./option.tsx"
import { idIn, rank } from "../words/rank.ts"

/** One line of the palette. */
export interface PaletteOption {
  /** The id of its element. */
  readonly key: string
  readonly body: ComponentChildren
  /** It is so already. */
  readonly isCurrent?: boolean
  choose(): PaletteStep | null
}

export interface OptionGroup {
  readonly name: string
  /** True where the name is shown, and not only told to a screen reader. */
  readonly hasHead: boolean
  readonly options: readonly PaletteOption[]
}

/** More choices than this are not shown at once. What is typed finds the others. */
const most = 60

/** The lines of the palette in their order. `isCut` where more choices fit than are shown. */
export function groupsOf(step: PaletteStep, tasks: readonly TaskView[], typed: string) {
  const { onTask } = step
  const text = typed.trim()
  const own = text === "" ? [] : (step.typed?.(text) ?? [])
  const fitting = [...rank(step.choices(), typed), ...own]
  const choices: OptionGroup = {
    name: onTask ? "Commands" : step.title,
    hasHead: onTask !== undefined,
    options: fitting.slice(0, most).map((choice, i) => ({
      // Two choices may have one name: a project and a tag.
      key: `palette-choice-${i}`,
      body: <ChoiceBody choice={choice} typed={typed} />,
      isCurrent: choice.hint === currentHint,
      choose: choice.choose,
    })),
  }
  const found: OptionGroup = {
    name: "Tasks",
    hasHead: true,
    options: onTask
      ? tasks.map((task) => ({
          key: `palette-${task.id}`,
          body: <TaskBody task={task} />,
          choose: () => onTask(task),
        }))
      : [],
  }
  // A number means a task, so tasks come first. Words may be the name of a command, so commands come first.
  const groups = idIn(typed) === null ? [choices, found] : [found, choices]
  return { groups: groups.filter(({ options }) => options.length > 0), isCut: fitting.length > most }
}
