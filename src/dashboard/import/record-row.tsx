import type { ComponentChildren } from "preact"
import { call } from "../api/api.ts"
import { Button } from "../components/button.tsx"
import { Changing } from "../components/changing.tsx"
import { Isolated } from "../components/isolated.tsx"
import { Refused } from "../components/refused.tsx"
import { useImports, type ListedImport } from "../reads/use-imports.ts"
import { useApp } from "../state/context.ts"
import { useWrite } from "../state/use-outcome.ts"
import { kindWords } from "./kind-words.ts"
import { Ago } from "../components/ago.tsx"
import { Section } from "../page/page.tsx"
import { goToView } from "../page/route.ts"

interface Props {
  record: ListedImport
  /** Buttons beside that which takes it back. */
  children?: ComponentChildren
}

/** An import, and that it can be taken back. */
export function ImportRow({ record, children }: Props) {
  const { actions } = useApp()
  const { outcome, isBusy, follow } = useWrite()
  const { id, name, kind, by, at, state, added, changed } = record
  const isThere = state === "open" || (state === "ended" && added + changed > 0)

  const takeBack = () =>
    actions.ask(
      () => call("import.abort", { id }),
      () => actions.tell(`Undone: import of ${name}.`),
    )

  return (
    <li class="need acts" tabIndex={-1} aria-label={`${id}: ${name}`}>
      <p class="import-record">
        <strong>
          <Isolated text={name} />
        </strong>{" "}
        <span class="muted">
          {kindWords[kind][0]} · {words(record)} · <Ago at={at} /> by <Isolated text={by} />
        </span>
      </p>
      {isThere && (
        <Changing operation="import.abort">
          <div class="need-actions">
            {children}
            <Button
              icon="undo"
              text="Undo"
              disabled={isBusy}
              aria-label={`Undo ${id}`}
              onClick={() => void follow(takeBack())}
            />
          </div>
        </Changing>
      )}
      <Refused outcome={outcome} what={`${id} was not undone.`} />
    </li>
  )
}

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

// --- internal ---

function words({ state, silent, added, changed }: ListedImport): string {
  const counts = `${added.toLocaleString()} added${changed > 0 ? `, ${changed.toLocaleString()} changed` : ""}`
  if (state === "taken_back") return "undone"
  if (state === "ended") return counts
  return silent ? `interrupted, ${counts} so far` : `running, ${counts} so far`
}
