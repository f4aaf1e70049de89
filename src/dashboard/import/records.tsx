import { Section } from "../page/page.tsx"
import { useImports } from "../reads/use-imports.ts"
import { ImportRow } from "./record-row.tsx"

/** What was brought in before. */
export function ImportRecords() {
  const { value } = useImports()
  if (value === null || value.imports.length === 0) return null
  return (
    <Section title="Earlier imports" count={value.total}>
      <ul class="rows" aria-label="Earlier imports">
        {value.imports.map((record) => (
          <ImportRow key={record.id} record={record} />
        ))}
      </ul>
    </Section>
  )
}
