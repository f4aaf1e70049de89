import type { ComponentChildren } from "preact"
import type { TaskView } from "../api/types.ts"
import { currentHint, type PaletteStep, type PaletteChoice } from "./choice.tsx"
import { idIn, rank, marksIn } from "../words/rank.ts"
import { nameOf } from "../page/keys.ts"
import type { TextMark } from "../../domain/wire/tasks/match-schema.ts"
import { StatusIcon } from "../components/icons.tsx"
import { standsIn } from "../words/move-words.ts"
import { rowOf, type TaskField } from "../../domain/wire/task-table.ts"

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

// --- internal ---

/** What a choice shows. @param typed the words that chose it, which are marked */
function ChoiceBody({ choice: { name, icon, hint, keys }, typed }: { choice: PaletteChoice; typed: string }) {
  return (
    <>
      {icon}
      <span class="palette-name one-line">
        <span dir="auto">
          <Marked text={name} marks={marksIn(name, typed)} />
        </span>
        {hint !== undefined && (
          <>
            {" "}
            <span class="palette-hint muted" dir="auto">
              {hint}
            </span>
          </>
        )}
      </span>
      {keys !== undefined && (
        <span class="palette-keys" aria-hidden="true">
          {keys.split(" ").map((key, i) => (
            <kbd key={i}>{nameOf(key)}</kbd>
          ))}
        </span>
      )}
    </>
  )
}

/** What a found task shows: its title, and the words around the match where that is elsewhere. */
function TaskBody({ task }: { task: TaskView }) {
  const { id, title, project, match } = task
  const excerpt = match?.excerpt
  // The project stands at the end of the line.
  const isProject = excerpt?.field === "project"
  return (
    <>
      <StatusIcon status={standsIn(task)} />
      <span class="id">{id}</span>
      <span class="palette-name one-line">
        <span class="palette-title" dir="auto">
          <Marked text={title} marks={match?.title ?? none} />
        </span>
        {excerpt && !isProject && (
          <span class="palette-excerpt muted">
            {labelOf(excerpt.field)}:{" "}
            <bdi>
              <Marked text={excerpt.text} marks={excerpt.marks} />
            </bdi>
          </span>
        )}
      </span>
      {project !== "default" && (
        <span class="chip project">
          <Marked text={project} marks={isProject ? excerpt.marks : none} />
        </span>
      )}
    </>
  )
}

const none: readonly TextMark[] = []

/** A summary is no field that is edited. */
const labelOf = (field: "summary" | TaskField) => (field === "summary" ? "Summary" : rowOf(field).label)

/** A text of which some parts are marked. */
function Marked({ text, marks }: { text: string; marks: readonly TextMark[] }) {
  const starts = [0, ...marks.map(({ end }) => end)]
  return (
    <>
      {marks.map(({ start, end }, i) => [
        text.slice(starts[i], start),
        <mark key={start}>{text.slice(start, end)}</mark>,
      ])}
      {text.slice(starts.at(-1))}
    </>
  )
}
