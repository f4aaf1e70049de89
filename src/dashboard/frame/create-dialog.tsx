import { useState } from "preact/hooks"
import { givenUp } from "../state/writes.ts"
import type { WriteOutcome } from "../state/state.ts"
import type { NewTask } from "../api/types.ts"
import { useApp } from "../state/context.ts"
import { useDraft } from "../state/drafts.ts"
import { useOutcome } from "../state/use-outcome.ts"
import { Dialog } from "../components/dialog.tsx"
import { Field } from "../components/field.tsx"
import { priorityNames } from "../components/icons.tsx"
import { submitByKey } from "../components/submit-by-key.ts"
import { priorities } from "../../domain/wire/enums.ts"
import { Refused } from "../components/refused.tsx"

const fields = [
  "title",
  "description",
  "assignee",
  "reviewer",
  "project",
  "tags",
  "eta",
  "done_criteria",
] as const
type Key = (typeof fields)[number] | "priority"
type Values = Partial<Record<Key, string>>

/** The dialog for a new task. What was typed stays when the dialog is closed, until it is sent or thrown away. */
export function CreateDialog() {
  const { store, actions } = useApp()
  const [draft, setDraft] = useDraft("new task")
  const values = draft === "" ? {} : (JSON.parse(draft) as Values)
  const [outcome, setOutcome] = useOutcome()
  const [isBusy, setBusy] = useState(false)
  const close = () => store.set({ creating: false })

  async function submit() {
    if (isBusy) return
    setBusy(true)
    const answer = await actions.create(toTask(values))
    setBusy(false)
    if (answer === givenUp) return
    setOutcome(answer)
    if (answer !== null) return
    setDraft("")
    close()
  }

  /** What a field needs to show its value and its problems. */
  function bind(name: Key) {
    const error = outcome?.refusal.errors?.find(({ path }) => path.split(/[.[]/)[0] === name)
    return {
      name,
      value: values[name] ?? "",
      error: error?.message,
      onInput: (value: string) => setDraft(JSON.stringify({ ...values, [name]: value })),
    }
  }

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
        {!isBesideFields(outcome) && <Refused outcome={outcome} except={fields} />}
        <div class="actions">
          <span class="muted small-text">Ctrl-Enter creates</span>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              setDraft("")
              close()
            }}
          >
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
    errors.length > 0 && errors.every(({ path }) => fields.some((field) => path.split(/[.[]/)[0] === field))
  )
}

/** Only the fields that were filled in. The server has defaults for the rest. */
function toTask(values: Values): NewTask {
  const split = (text: string, by: RegExp) => text.split(by).flatMap((each) => each.trim() || [])
  const { title = "", description = "", tags = "", done_criteria = "", priority } = values
  const plain = (["assignee", "reviewer", "project", "eta"] as const).flatMap((key) => {
    const value = values[key]?.trim()
    return value ? [[key, value] as const] : []
  })
  return {
    title,
    ...(description.trim() !== "" && { description }),
    ...Object.fromEntries(plain),
    ...(priority && { priority: priority }),
    ...(tags.trim() !== "" && { tags: split(tags, /,/) }),
    ...(done_criteria.trim() !== "" && { done_criteria: split(done_criteria, /\n/) }),
  }
}
