import { boardNow } from "../../client/board-clock.ts"
import { criteriaFields } from "../../domain/wire/tasks/criterion-form.ts"
import type { NewTask } from "../api/types.ts"
import { useApp } from "../state/context.ts"
import { useDraft } from "../state/drafts.ts"
import { useWrite } from "../state/use-outcome.ts"
import { fieldsFor } from "../state/filter.ts"
import type { State } from "../state/state.ts"
import { readDue } from "../words/due-days.ts"
import { split } from "../words/split.ts"

/** The fields that show their problems themselves. */
export const newTaskFields = [
  "title",
  "description",
  "assignee",
  "reviewer",
  "project",
  "tags",
  "eta",
  "dueAt",
  "done_criteria",
] as const
type Key = (typeof newTaskFields)[number] | "priority"
type Values = Partial<Record<Key, string>>

/** A task that is being written, until the server has taken it. */
export function useNewTask() {
  const { store, actions } = useApp()
  const { text: draft, setText: setDraft } = useDraft("new task")
  const values = draft === "" ? valuesOf(store.state) : (JSON.parse(draft) as Values)
  const { outcome, isBusy, follow } = useWrite()
  const close = () => store.set({ creating: false })

  /** @param isAnother the dialog stays, for one that is much like it */
  async function submit(isAnother: boolean) {
    if (isBusy || (await follow(actions.create(toTask(values)))) !== null) return
    const { priority, assignee, project, tags } = values
    if (isAnother) setDraft(JSON.stringify({ priority, assignee, project, tags }))
    else {
      setDraft("")
      close()
    }
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

  return {
    values,
    bind,
    outcome,
    isBusy,
    submit,
    close,
    throwAway() {
      setDraft("")
      close()
    },
  }
}

// --- internal ---

/** What the board is narrowed to, so that the new task is among what is shown. */
function valuesOf({ filter, name }: State): Values {
  const { tags = [], parent: _, ...fields } = fieldsFor(filter, name)
  return { ...fields, ...(tags.length > 0 && { tags: tags.join(", ") }) } as Values
}

/** Only the fields that were filled in. The server has defaults for the rest. */
function toTask(values: Values): NewTask {
  const { title = "", description = "", tags = "", done_criteria = "", priority, dueAt } = values
  const plain = (["assignee", "reviewer", "project", "eta"] as const).flatMap((key) => {
    const value = values[key]?.trim()
    return value ? [[key, value] as const] : []
  })
  return {
    title,
    ...(description.trim() !== "" && { description }),
    ...Object.fromEntries(plain),
    ...(priority && { priority: priority }),
    // As on the command line, a day means its end.
    ...(dueAt && { dueAt: readDue(dueAt, boardNow()) }),
    ...(tags.trim() !== "" && { tags: split(tags) }),
    ...(done_criteria.trim() !== "" && criteriaFields(split(done_criteria, /\n/))),
  }
}
