import { nameOf } from "../page/keys.ts"
import type { TextMark } from "../../domain/wire/tasks/match-schema.ts"
import type { TaskView } from "../api/types.ts"
import { StatusIcon } from "../components/icons.tsx"
import type { PaletteChoice } from "./choice.ts"
import { standsIn } from "../words/move-words.ts"
import { marksIn } from "../words/rank.ts"
import { rowOf, type TaskField } from "../../domain/wire/task-table.ts"

/** What a choice shows. @param typed the words that chose it, which are marked */
export function ChoiceBody({
  choice: { name, icon, hint, keys },
  typed,
}: {
  choice: PaletteChoice
  typed: string
}) {
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
export function TaskBody({ task }: { task: TaskView }) {
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

// --- internal ---

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
