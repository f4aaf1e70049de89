import type { WriteOutcome } from "../state/state.ts"
import { Dialog } from "../components/dialog.tsx"
import { Field } from "../components/field.tsx"
import { priorityNames } from "../components/icons.tsx"
import { submitByKey } from "../components/submit-by-key.ts"
import { priorities } from "../../domain/wire/enums.ts"
import { Refused } from "../components/refused.tsx"
import { newTaskFields, useNewTask } from "./use-new-task.ts"

/** The dialog for a new task. What was typed stays when the dialog is closed, until it is sent or thrown away. */
export function CreateDialog() {
  const { values, bind, outcome, isBusy, submit, close, throwAway } = useNewTask()
  return (
    <Dialog title="New task" onClose={close}>
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        onKeyDown={submitByKey}
      >
        <Field {...bind("title")} label="Title" class="big" placeholder="What is to be done?" autoFocus />
        <Field
          {...bind("description")}
          label="Description"
          rows={4}
          placeholder="Markdown: what, why, where to look"
        />
        <Field {...bind("done_criteria")} label="Done when" rows={2} placeholder="One criterion a line" />
        <div class="grid">
          <label class="field">
            <span>Priority</span>
            <select
              value={values.priority ?? "P2"}
              onChange={(event) => bind("priority").onInput(event.currentTarget.value)}
            >
              {priorities.map((priority) => (
                <option key={priority} value={priority}>
                  {priorityNames[priority]}
                </option>
              ))}
            </select>
          </label>
          <Field {...bind("assignee")} label="Assignee" list="agents" placeholder="Anyone" />
          <Field {...bind("reviewer")} label="Reviewer" list="agents" placeholder="No review" />
          <Field {...bind("project")} label="Project" list="projects" placeholder="default" />
          <Field {...bind("tags")} label="Tags" placeholder="docs, urgent" />
          <Field {...bind("eta")} label="Estimate" placeholder="45m, 2h, 1d" />
        </div>
        {!isBesideFields(outcome) && <Refused outcome={outcome} except={newTaskFields} />}
        <div class="actions">
          <span class="muted small-text">Ctrl-Enter creates</span>
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

/** True if every problem is already shown below its field. */
function isBesideFields(outcome: WriteOutcome): boolean {
  const errors = outcome?.refusal.errors ?? []
  return (
    errors.length > 0 &&
    errors.every(({ path }) => newTaskFields.some((field) => path.split(/[.[]/)[0] === field))
  )
}
