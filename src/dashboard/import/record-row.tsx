import type { ComponentChildren } from "preact"
import { call } from "../api/api.ts"
import { Changing } from "../components/changing.tsx"
import { Icon } from "../components/icons.tsx"
import { Isolated } from "../components/isolated.tsx"
import { Refused } from "../components/refused.tsx"
import type { ListedImport } from "../reads/use-imports.ts"
import { useApp } from "../state/context.ts"
import { useWrite } from "../state/use-outcome.ts"
import { kindWords } from "./kind-words.ts"
import { Ago } from "../components/ago.tsx"

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
            <button
              type="button"
              disabled={isBusy}
              aria-label={`Undo ${id}`}
              onClick={() => void follow(takeBack())}
            >
              <Icon name="undo" />
              Undo
            </button>
          </div>
        </Changing>
      )}
      <Refused outcome={outcome} what={`${id} was not undone.`} />
    </li>
  )
}

// --- internal ---

function words({ state, silent, added, changed }: ListedImport): string {
  const counts = `${added.toLocaleString()} added${changed > 0 ? `, ${changed.toLocaleString()} changed` : ""}`
  if (state === "taken_back") return "undone"
  if (state === "ended") return counts
  return silent ? `interrupted, ${counts} so far` : `running, ${counts} so far`
}
