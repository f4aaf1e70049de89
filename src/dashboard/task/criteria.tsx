import type { TaskView } from "../api/types.ts"
import { useApp } from "../state/context.ts"
import { useWrite } from "../state/use-outcome.ts"
import { Isolated } from "../components/isolated.tsx"
import { MarkdownLine } from "../components/markdown-text.tsx"
import { Refused } from "../components/refused.tsx"
import { TextField } from "../components/text-field.tsx"
import { Ago } from "../components/ago.tsx"

/** What has to be true when the task is done, each to be checked off. */
export function Criteria({ task }: { task: TaskView }) {
  const { actions } = useApp()
  const { outcome, follow } = useWrite()
  const criteria =
    task.criteria ??
    task.done_criteria?.map((text) => ({ text, check: undefined, standsOn: undefined })) ??
    []

  return (
    <TextField
      task={task}
      name="done_criteria"
      title="Done when"
      add="Add criteria"
      hint="One criterion per line"
      rows={3}
    >
      <ul class="criteria">
        {criteria.map(({ text, check: checked, standsOn }, i) => (
          <li key={`${i} ${text}`}>
            {checked === undefined ? (
              <Words text={text} />
            ) : (
              <label>
                <input
                  type="checkbox"
                  checked={checked !== null}
                  disabled={standsOn !== undefined}
                  onChange={(event) => {
                    const isChecked = event.currentTarget.checked
                    // What the server says is shown, not what was clicked.
                    event.currentTarget.checked = checked !== null
                    void follow(actions.check(task.id, i + 1, isChecked))
                  }}
                />
                <Words text={text} />
              </label>
            )}
            {standsOn !== undefined && checked === null && (
              <div class="criterion-check">
                Decided by the check <Isolated text={standsOn} />
              </div>
            )}
            {checked && (
              <div class="criterion-check">
                {checked.by}, <Ago at={checked.at} />
                {checked.evidence !== null && <Words before=" · " text={checked.evidence} />}
              </div>
            )}
          </li>
        ))}
      </ul>
      <Refused outcome={outcome} what="The criterion was not changed." />
    </TextField>
  )
}

// --- internal ---

function Words({ before, text }: { before?: string; text: string }) {
  return (
    <span dir="auto">
      {before}
      <MarkdownLine text={text} />
    </span>
  )
}
