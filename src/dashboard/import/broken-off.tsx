import { Section } from "../page/page.tsx"
import { goToView } from "../page/route.ts"
import { useImports } from "../reads/use-imports.ts"
import { ImportRow } from "./record-row.tsx"

/** An import that has begun, and of which nothing came for a while. No task of it is handed out. */
export function BrokenOffImport() {
  const open = useImports().value?.open
  if (!open?.silent) return null
  return (
    <Section title="Interrupted" count={1}>
      <ul class="rows" aria-label="Interrupted imports">
        <ImportRow record={open}>
          <button
            type="button"
            aria-label={`Continue ${open.id}: choose the same file again`}
            onClick={() => goToView("import")}
          >
            Continue
          </button>
        </ImportRow>
      </ul>
    </Section>
  )
}
