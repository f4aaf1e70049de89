import type { ComponentChildren } from "preact"
import type { TaskView } from "../api/types.ts"
import { Icon, type IconName } from "../components/icons.tsx"
import type { Named } from "../words/rank.ts"

/** Something that the palette offers: it is done at once, or asks for one thing more. */
export interface PaletteChoice extends Named {
  readonly icon: ComponentChildren
  /** Stands in grey behind the name. */
  readonly hint?: string | undefined
  /** The shortcut that does the same. */
  readonly keys?: string
  /** What it is remembered by, where its name tells what it is done to; default: its name. */
  readonly id?: string
  choose(): PaletteStep | null
}

/** What the palette asks for. */
export interface PaletteStep {
  /** The whole of what is asked: `Assign T-7 to`. */
  readonly title: string
  /** The text of the empty field. */
  readonly placeholder: string
  /** All that can be chosen. What is typed narrows it. */
  choices(): readonly PaletteChoice[]
  /** What the typed text itself can mean, such as a new name. */
  typed?(text: string): readonly PaletteChoice[]
  /** Where a task can be chosen: tasks are searched for what is typed. */
  readonly onTask?: (task: TaskView) => PaletteStep | null
}

/** The hint of the value that is set. The list begins there, so that Enter alone changes nothing. */
export const currentHint = "current"

/** A command that is done at once. @param also other words that find it */
export function command(
  name: string,
  icon: IconName,
  also: string,
  run: () => void,
  keys?: string,
): PaletteChoice {
  return { name, also, icon: <Icon name={icon} />, ...(keys && { keys }), choose: done(run) }
}

/** How a choice is done at once. */
export function done(run: () => void): () => null {
  return () => {
    run()
    return null
  }
}
