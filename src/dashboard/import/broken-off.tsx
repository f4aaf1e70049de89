import { Section } from "../page/page.tsx"
import { goToView } from "../page/route.ts"
import { useImports } from "../reads/use-imports.ts"
import { ImportRow } from "./record-row.tsx"

/** An import that has begun, and of which nothing came for a while. No task of it is handed out. */
export function BrokenOffImport() {
  const open = useImports().value?.open
  if (!open?.silent) return null
  return (
    <Section title="Broken off" count={1}>
      <ul class="rows" aria-label="Imports that were broken off">
        <ImportRow record={open}>
          <button
            type="button"
            aria-label={`Go on with ${open.id}: choose the same file again`}
            onClick={() => goToView("import")}
          >
            Go on
          </button>
        </ImportRow>
      </ul>
    </Section>
  )
}
