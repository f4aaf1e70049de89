import { useState } from "preact/hooks"
import type { MeantColumn } from "../../interchange/csv/columns.ts"
import type { ReadFiles, ReadNote, ReadWishes } from "../../interchange/reader.ts"
import { Field } from "../components/field.tsx"
import { SelectField } from "../components/select.tsx"
import { submitWith } from "../components/submit-by-key.ts"
import { ColumnsForm } from "./columns-form.tsx"
import { noteLine, ReportList } from "./notes.tsx"
import { Check } from "../components/check.tsx"

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
  const lacksProject = wishes.project !== undefined || read.items.some(({ project }) => project === undefined)
  const { origin } = wishes
  if (columns.length + statuses.length === 0 && !lacksProject && origin === undefined) return null
  return (
    <form class="import-reading" aria-label="Import options" onSubmit={submitWith(onLook)}>
      {columns.length > 0 && (
        <ColumnsForm
          columns={columns}
          wishes={wishes}
          isOpen={read.kind === "csv" || wishes.columns !== undefined}
          onWishes={onWishes}
        />
      )}
      {columns.length > 0 && <ReportList list={read.notes.filter(isStatus)} line={noteLine} />}
      {read.kind === "checklist" && <PlanChoices read={read} wishes={wishes} onWishes={onWishes} />}
      {statuses.length > 0 && (
        <fieldset>
          <legend>Unknown statuses</legend>
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
          label="Origin: any name for this source. A later import with the same origin updates these tasks"
          name="origin"
          value={origin}
          onInput={(text) => onWishes({ ...wishes, origin: text })}
        />
      )}
      {lacksProject && (
        <Field
          label="Project for tasks without one"
          name="project"
          value={wishes.project ?? ""}
          onInput={(text) => onWishes({ ...wishes, project: text.trim() === "" ? undefined : text })}
        />
      )}
      <button type="submit" class={isOther ? "primary" : undefined} disabled={!isOther}>
        Preview again
      </button>
    </form>
  )
}

// --- internal ---

const isStatus = ({ what, example }: ReadNote) => what === "mapped" && example === undefined

/** So many statuses may be chosen for. The report names the others. */
const most = 50

const statusChoices = [
  ["todo", "Ready"],
  ["doing", "In progress: becomes Ready, keeps its assignee"],
  ["blocked", "Blocked"],
  ["review", "Review"],
  ["done", "Done"],
  ["cancelled", "Cancelled"],
] as const

interface PlanProps {
  read: ReadFiles
  wishes: ReadWishes
  onWishes(wishes: ReadWishes): void
}

/** The order of plans, and what one may choose of it: each where these plans have anything of the kind. */
function PlanChoices({ read, wishes, onWishes }: PlanProps) {
  const offered = choices.filter(
    ([wish, , matters]) => wishes[wish] !== undefined || read.items.some(matters),
  )
  if (offered.length === 0) return null
  return (
    <fieldset>
      <legend>Order of the plan</legend>
      <ReportList list={read.notes.filter(({ what }) => what === "order")} line={noteLine} />
      {offered.map(([wish, words]) => (
        <Check
          key={wish}
          label={words}
          isOn={wishes[wish] === true}
          onChange={(isOn) => onWishes({ ...wishes, [wish]: isOn })}
        />
      ))}
    </fieldset>
  )
}

type PlanWish = "isFree" | "takesOptional" | "withoutPaths"

const choices: readonly (readonly [PlanWish, string, (item: ReadFiles["items"][number]) => boolean])[] = [
  ["isFree", "Tasks within a phase have no order", ({ blockedBy }) => (blockedBy?.length ?? 0) > 0],
  [
    "takesOptional",
    "Optional tasks count as ordinary work",
    ({ tags }) => tags?.includes("optional") === true,
  ],
  [
    "withoutPaths",
    "Two agents may change the same file at once",
    ({ resources }) => (resources?.length ?? 0) > 0,
  ],
]
