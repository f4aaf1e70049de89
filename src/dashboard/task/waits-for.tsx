import { Fragment } from "preact"
import type { TaskView } from "../api/types.ts"
import { Icon } from "../components/icons.tsx"
import { Isolated } from "../components/isolated.tsx"
import { TaskLink } from "../page/links.tsx"
import { endOfClosed, mostNamed, sayMore, type ShownTaken } from "../words/taken-words.ts"

/** Why nobody can begin the task: what it needs is taken, by whom, or closed. */
export function WaitsFor({ task: { taken } }: { task: TaskView }) {
  if (!taken) return null
  const end = endOfClosed(taken)
  return (
    <p class="waits-for">
      <Icon name="wait" />
      <span>
        Waits for <Isolated text={taken.resource} />
        {end === null ? <Holders taken={taken} /> : `, ${end}`}
        {end !== null && taken.reason && <Isolated before=": " text={taken.reason} />}
      </span>
    </p>
  )
}

// --- internal ---

function Holders({ taken }: { taken: ShownTaken }) {
  if (taken.by.length === 0) return null
  return (
    <>
      {" — "}
      {taken.by.slice(0, mostNamed).map(({ task, agent }, i) => (
        <Fragment key={task}>
          {i > 0 && ", "}
          <TaskLink id={task}>{task}</TaskLink> (<Isolated text={agent} />)
        </Fragment>
      ))}
      {sayMore(taken)}
    </>
  )
}
