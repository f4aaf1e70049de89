import { useId } from "preact/hooks"
import type { MeantColumn } from "../../interchange/csv/columns.ts"
import { mappableFields, type CsvField } from "../../interchange/csv/preset.ts"
import type { ReadWishes } from "../../interchange/reader.ts"
import { SelectField } from "../components/select.tsx"
import { fieldLabel } from "./field-label.ts"

interface Props {
  columns: readonly MeantColumn[]
  wishes: ReadWishes
  /** They are shown from the start. */
  isOpen: boolean
  onWishes(wishes: ReadWishes): void
}

/** Each column that holds anything, with values of it, and what it is taken for. */
export function ColumnsForm({ columns, wishes, isOpen, onWishes }: Props) {
  const meant = ({ name, field }: MeantColumn) => (wishes.columns?.get(name) ?? field ?? "") as CsvField | ""
  const lacksTitle = columns.every((column) => meant(column) !== "title")
  const filled = columns.filter(({ values }) => values.filled > 0)
  const empty = columns.filter((column) => !filled.includes(column))
  const read = filled.filter((column) => meant(column) !== "").length
  return (
    <details open={isOpen || lacksTitle}>
      <summary>
        Columns: {read} of {filled.length} map to a field
        {read < filled.length && ", the others are kept aside"}
      </summary>
      {lacksTitle && <p>No column is used as the task title. Choose the one to use.</p>}
      <div class="import-choices">
        {filled.map((column) => (
          <ColumnField
            key={column.name}
            column={column}
            value={meant(column)}
            onChange={(field) =>
              onWishes({ ...wishes, columns: new Map(wishes.columns).set(column.name, field) })
            }
          />
        ))}
      </div>
      {empty.length > 0 && <p class="muted">Empty columns: {empty.map(({ name }) => name).join(", ")}</p>}
    </details>
  )
}

// --- internal ---

interface ColumnProps {
  column: MeantColumn
  value: CsvField | ""
  onChange(field: CsvField | ""): void
}

function ColumnField({ column: { name, field, values }, value, onChange }: ColumnProps) {
  const id = useId()
  const { examples, filled, rows } = values
  const count = filled === rows ? "every row" : `${filled.toLocaleString()} of ${rows.toLocaleString()} rows`
  const example = examples.join(", ")
  return (
    <div>
      <SelectField
        label={name}
        value={value}
        choices={fieldChoices(field)}
        onChange={onChange}
        aria-describedby={id}
      />
      <p class="import-example muted" id={id} title={example}>
        In {count}: {example}
      </p>
    </div>
  )
}

/** @param taken what the column is taken for, which may be a field that only single tools have */
function fieldChoices(taken: CsvField | undefined) {
  const offered =
    taken === undefined || mappableFields.includes(taken) ? mappableFields : [taken, ...mappableFields]
  return [["", "Kept aside"] as const, ...offered.map((field) => [field, fieldLabel(field)] as const)]
}
