import { useState } from "preact/hooks"
import { mappableFields, type CsvField } from "../../interchange/csv/preset.ts"
import type { MeantColumn } from "../../interchange/csv/columns.ts"
import type { ReadFiles, ReadWishes } from "../../interchange/reader.ts"
import { Field } from "../components/field.tsx"
import { SelectField } from "../components/select.tsx"
import { fieldName } from "../words/field-names.ts"
import { submitWith } from "../components/submit-by-key.ts"

interface Props {
  read: ReadFiles
  columns: readonly MeantColumn[]
  wishes: ReadWishes
  /** The report is of other wishes. */
  isOther: boolean
  onWishes(wishes: ReadWishes): void
  onLook(): void
}

/** How the files are to be read, where they do not say it themselves: columns, statuses, the project. */
export function ReadingForm({ read, columns, wishes, isOther, onWishes, onLook }: Props) {
  const [statuses] = useState(() =>
    [...new Set([...(wishes.statuses?.keys() ?? []), ...read.unknownStatuses])].slice(0, most),
  )
  const meant = ({ name, field }: MeantColumn) => (wishes.columns?.get(name) ?? field ?? "") as CsvField | ""
  const lacksTitle = columns.length > 0 && columns.every((column) => meant(column) !== "title")
  const lacksProject = wishes.project !== undefined || read.items.some(({ project }) => project === undefined)
  const { origin } = wishes
  if (columns.length + statuses.length === 0 && !lacksProject && origin === undefined) return null
  return (
    <form class="import-reading" aria-label="How it is read" onSubmit={submitWith(onLook)}>
      {columns.length > 0 && (
        <details open={lacksTitle || wishes.columns !== undefined}>
          <summary>Columns</summary>
          {lacksTitle && <p>No column is the title of a task. Say which one it is.</p>}
          <div class="import-choices">
            {columns.map((column) => (
              <SelectField
                key={column.name}
                label={column.name}
                value={meant(column)}
                choices={fieldChoices(column.field)}
                onChange={(chosen) =>
                  onWishes({ ...wishes, columns: new Map(wishes.columns).set(column.name, chosen) })
                }
              />
            ))}
          </div>
        </details>
      )}
      {statuses.length > 0 && (
        <fieldset>
          <legend>Statuses that are not known here</legend>
          <div class="import-choices">
            {statuses.map((name) => (
              <SelectField
                key={name}
                label={name}
                value={wishes.statuses?.get(name) ?? "todo"}
                choices={statusChoices}
                onChange={(chosen) =>
                  onWishes({ ...wishes, statuses: new Map(wishes.statuses).set(name, chosen) })
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      {origin !== undefined && (
        <Field
          label="Comes from: its repository, or a name of your own. Another name, other tasks"
          name="origin"
          value={origin}
          onInput={(text) => onWishes({ ...wishes, origin: text })}
        />
      )}
      {lacksProject && (
        <Field
          label="Project of tasks that name none"
          name="project"
          value={wishes.project ?? ""}
          onInput={(text) => onWishes({ ...wishes, project: text.trim() === "" ? undefined : text })}
        />
      )}
      <button type="submit" class={isOther ? "primary" : undefined} disabled={!isOther}>
        Look again
      </button>
    </form>
  )
}

// --- internal ---

/** So many statuses may be chosen for. The report names the others. */
const most = 50

const statusChoices = [
  ["todo", "Todo"],
  ["doing", "In work: todo, with its assignee"],
  ["blocked", "Blocked"],
  ["review", "Review"],
  ["done", "Done"],
  ["cancelled", "Cancelled"],
] as const

/** Where the name of the field does not say it. */
const names: Partial<Record<CsvField, string>> = {
  alias: "Another name for links",
  assignees: "Assignees, several",
  comment: "A comment",
  comments: "Comments, several",
  criteria: "Done when",
  done: "Whether it is done",
  id: "Id",
  met: "Done when, and met",
  parent: "Parent",
  seconds: "Estimate in seconds",
  summary: "What was done",
  tag: "One tag",
}

/** @param taken what the column is taken for, which may be a field that only single tools have */
function fieldChoices(taken: CsvField | undefined) {
  const offered =
    taken === undefined || mappableFields.includes(taken) ? mappableFields : [taken, ...mappableFields]
  return [
    ["", "Kept aside"] as const,
    ...offered.map((field) => [field, names[field] ?? fieldName(field)] as const),
  ]
}
