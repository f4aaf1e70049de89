import { useState } from "preact/hooks"
import type { ImportKind } from "../../domain/wire/imports/import-form.ts"
import { Button } from "../components/button.tsx"
import { Changing } from "../components/changing.tsx"
import { ChooseFiles } from "../components/choose-files.tsx"
import { Icon } from "../components/icons.tsx"
import { Refused } from "../components/refused.tsx"
import { SelectField } from "../components/select.tsx"
import { Page, Section } from "../page/page.tsx"
import { ViewLink } from "../page/links.tsx"
import type { ViewProps } from "../reads/view-props.ts"
import { kindWords } from "./kind-words.ts"
import { Look } from "./look.tsx"
import { sayCounts } from "./report.tsx"
import { filesDropped, withPath, type TakenFile } from "./take-files.ts"
import { useImport } from "./use-import.ts"
import { useImports } from "../reads/use-imports.ts"
import { ImportRow } from "./record-row.tsx"

/** Brings tasks of another tool in: a file is dropped, its report is looked at, and it goes. */
export function Import(_: ViewProps) {
  const { step, take, look, send, restart } = useImport()
  return (
    <Page
      title="Import"
      lead="Import tasks from another tool. Nothing changes until you have seen a preview."
    >
      {(step.at === "start" || step.at === "done") && (
        <>
          {step.at === "done" && (
            <p class="import-said" role="status">
              <strong>{step.name}</strong>: {sayCounts(step.sent)}.{" "}
              <ViewLink view="board">Open the board</ViewLink>
            </p>
          )}
          {step.at === "start" && step.fault !== undefined && (
            <p class="refused" role="alert">
              <Icon name="alert" />
              {step.fault}
            </p>
          )}
          <Changing operation="import.begin">
            <Choose onTake={(files, kind) => void take(files, kind)} />
          </Changing>
          <ImportRecords />
        </>
      )}
      {step.at === "working" && (
        <div class="import-said" role="status">
          <label>
            {step.isSending ? `Importing ${step.name}` : `Reading ${step.name}`}
            <progress max={1} value={step.share} />
          </label>
        </div>
      )}
      {step.at === "refused" && (
        <>
          <Refused
            outcome={{ refusal: step.refusal }}
            what={`${step.chosen.name} was not ${step.isSending ? "fully imported" : "previewed"}.`}
          />
          <div class="import-actions">
            <Button
              text={step.isSending ? "Continue" : "Try again"}
              class="primary"
              onClick={() => void (step.isSending ? send(step.chosen, step.read) : look(step.chosen))}
            />
            <Button text="Choose another file" onClick={restart} />
          </div>
        </>
      )}
      {step.at === "report" && (
        <Look
          key={step.chosen}
          look={step}
          onLook={(wishes) => void look({ ...step.chosen, wishes })}
          onSend={() => void send(step.chosen, step.read)}
          onLeave={restart}
        />
      )}
    </Page>
  )
}

// --- internal ---

function Choose({ onTake }: { onTake(files: readonly TakenFile[], kind: ImportKind | undefined): void }) {
  const [kind, setKind] = useState<ImportKind | "">("")
  const [isOver, setOver] = useState(false)
  const take = (files: readonly TakenFile[]) => {
    if (files.length > 0) onTake(files, kind === "" ? undefined : kind)
  }
  return (
    <div
      class={`import-drop${isOver ? " is-over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (event.dataTransfer) void filesDropped(event.dataTransfer).then(take)
      }}
    >
      <p>Drop a file or a folder here, or choose one.</p>
      <div class="import-actions">
        <ChooseFiles name="Choose files" onFiles={(files) => take(files.map(withPath))} />
        <ChooseFiles name="Choose a folder" isFolder onFiles={(files) => take(files.map(withPath))} />
      </div>
      <SelectField<ImportKind | "">
        label="Written by"
        value={kind}
        choices={[["", "Detect from the files"], ...toolChoices]}
        onChange={(chosen) => setKind(chosen)}
      />
      <p class="muted">
        Plans of spec-kit, Kiro and OpenSpec, TODO.md and todo.txt; beads, Backlog.md, task-master, GitHub,
        Linear, Jira, Todoist, Plane, vibe-kanban, CSV with a header row, and Upnext’s own export.
      </p>
    </div>
  )
}

const toolChoices = (Object.keys(kindWords) as ImportKind[]).map(
  (kind) => [kind, kindWords[kind][0]] as const,
)

function ImportRecords() {
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
