import { Isolated } from "../components/isolated.tsx"
import { TextField } from "../components/text-field.tsx"
import type { ShownCheck, TaskView } from "../api/types.ts"
import { checkWords } from "../words/wrongs.ts"
import { Ago } from "../components/ago.tsx"

interface Props {
  task: TaskView
  /** What its checks came to, newest first. */
  results: readonly ShownCheck[]
}

/** The checks that prove the task, each with the state it is in and, where it did not pass, the end of what it printed. */
export function Checks({ task, results }: Props) {
  // An older server sends none.
  const states = task.checkStates ?? []
  return (
    <TextField
      task={task}
      name="checks"
      title="Checks"
      add="Add checks"
      hint="One name per line, as in .upnext.json"
      rows={2}
    >
      <ul class="checks">
        {states.map(({ check, state }) => {
          const newest = results.find((result) => result.check === check)
          return (
            <li key={check} class={`is-${state}`}>
              <span class="check-name">
                <Isolated text={check} />
              </span>{" "}
              <span class="check-state">{checkWords[state]}</span>
              {newest && (
                <span class="muted">
                  <Isolated before=" " text={newest.by} after=", " />
                  <Ago at={newest.at} />
                </span>
              )}
              {newest && newest.output !== "" && (
                <details>
                  <summary>Latest output</summary>
                  <pre dir="auto">{newest.output}</pre>
                </details>
              )}
            </li>
          )
        })}
      </ul>
    </TextField>
  )
}
