import { useRef, useState } from "preact/hooks"
import type { WriteOutcome } from "../state/state.ts"
import { Check } from "../components/check.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Field } from "../components/field.tsx"
import { priorityChoices } from "../components/icons.tsx"
import { submitByKey, submitWith } from "../components/submit-by-key.ts"
import { SelectField } from "../components/select.tsx"
import { Refused } from "../components/refused.tsx"
import { useAgents, useProjects } from "../components/sources.tsx"
import { lazy } from "../components/lazy.tsx"
import { later } from "./load-later.ts"
import { newTaskFields, useNewTask } from "./use-new-task.ts"

const NewTaskTexts = lazy(() => later().then((module) => module.NewTaskTexts))

/** The dialog for a new task. What was typed stays when the dialog is closed, until it is sent or thrown away. */
export function CreateDialog() {
  const { values, bind, outcome, isBusy, submit, close, throwAway } = useNewTask()
  const [isAsked, ask] = useState(false)
  const [isAnother, setAnother] = useState(false)
  // What is not right has to be seen.
  const isWhole = isAsked || rare.some((name) => values[name] || bind(name).error !== undefined)
  const priority = bind("priority")
  const form = useRef<HTMLFormElement>(null)
  return (
    <Dialog title="New task" onClose={close}>
      <form
        class="form"
        ref={form}
        onSubmit={submitWith(() =>
          submit(isAnother).then(() => form.current?.querySelector("input")?.focus()),
        )}
        onKeyDown={(event) => {
          submitByKey(event)
          if (event.key !== "Enter" || !event.shiftKey || event.target instanceof HTMLTextAreaElement) return
          event.preventDefault()
          ask(true)
        }}
      >
        <Field {...bind("title")} label="Title" class="big" placeholder="What needs doing?" autoFocus />
        {isWhole && <NewTaskTexts bind={bind} />}
        <div class="grid">
          <SelectField
            label="Priority"
            value={priority.value || "P2"}
            choices={priorityChoices}
            onChange={priority.onInput}
          />
          <Field {...bind("assignee")} label="Assignee" from={useAgents} placeholder="Nobody" />
          <Field {...bind("project")} label="Project" from={useProjects} placeholder="default" />
          <Field {...bind("dueAt")} label="Due" type="date" class={values.dueAt ? "" : "is-unset"} />
          {isWhole && (
            <>
              <Field {...bind("reviewer")} label="Reviewer" from={useAgents} placeholder="No review" />
              <Field {...bind("eta")} label="Estimate" placeholder="45m, 2h, 1d" />
            </>
          )}
          <Field {...bind("tags")} label="Tags" class="last" placeholder="docs, urgent" />
        </div>
        {!isBesideFields(outcome) && <Refused outcome={outcome} except={newTaskFields} />}
        <div class="actions">
          {!isWhole && (
            <button type="button" class="quiet" title="All fields (Shift-Enter)" onClick={() => ask(true)}>
              More
            </button>
          )}
          <Check class="another" label="Create another" isOn={isAnother} onChange={setAnother} />
          <button type="button" class="quiet" onClick={throwAway}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={isBusy || !values.title?.trim()}>
            Create task
          </button>
        </div>
      </form>
    </Dialog>
  )
}

// --- internal ---

/** What most tasks do without. */
const rare = ["description", "done_criteria", "reviewer", "eta"] as const

/** True if every problem is already shown below its field. */
function isBesideFields(outcome: WriteOutcome): boolean {
  const errors = outcome?.refusal.errors ?? []
  return (
    errors.length > 0 &&
    errors.every(({ path }) => newTaskFields.some((field) => path.split(/[.[]/)[0] === field))
  )
}
