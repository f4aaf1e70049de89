import { Field } from "../components/field.tsx"
import { MentionArea } from "../components/mention-area.tsx"
import type { useNewTask } from "./use-new-task.ts"

/** The fields of several lines, which most tasks are made without. */
export function NewTaskTexts({ bind }: Pick<ReturnType<typeof useNewTask>, "bind">) {
  const [description, criteria] = [bind("description"), bind("done_criteria")]
  return (
    <>
      <Field {...description} label="Description" placeholder="Markdown: what, why, where to look">
        {(own) => <MentionArea {...own} value={description.value} rows={4} onText={description.onInput} />}
      </Field>
      <Field {...criteria} label="Done when" placeholder="One per line">
        {(own) => <MentionArea {...own} value={criteria.value} rows={2} onText={criteria.onInput} />}
      </Field>
    </>
  )
}
