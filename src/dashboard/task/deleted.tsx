import { useState } from "preact/hooks"
import type { Refusal } from "../api/types.ts"
import { Changing } from "../components/changing.tsx"
import { Icon } from "../components/icons.tsx"
import { Isolated } from "../components/isolated.tsx"
import { Refused } from "../components/refused.tsx"
import { useTrash } from "../reads/use-trash.ts"
import { may } from "../state/access.ts"
import { useApp, useNow } from "../state/context.ts"
import { useOutcome } from "../state/use-outcome.ts"
import { restore as restoreTask } from "../state/restore.ts"
import { givenUp } from "../state/writes.ts"
import { ago } from "../words/format.ts"
import { sayLeft } from "../words/trash-words.ts"

/** What the panel shows of a task that was deleted. */
export function Deleted({ id, refusal }: { id: string; refusal: Refusal }) {
  const until = refusal.facts?.["restorableUntil"]
  return (
    <section class="deleted" aria-label="Deleted">
      {typeof until !== "string" ? (
        <>
          <h2>{id} was deleted</h2>
          <p>It cannot be brought back any more.</p>
        </>
      ) : (
        <InTrash id={id} until={until} />
      )}
    </section>
  )
}

// --- internal ---

function InTrash({ id, until }: { id: string; until: string }) {
  const { store, actions } = useApp()
  const { value } = useTrash()
  const now = useNow(20_000)
  const [outcome, setOutcome] = useOutcome()
  const [isBusy, setBusy] = useState(false)
  const task = value?.tasks.find((each) => each.id === id)

  async function restore() {
    setBusy(true)
    const answer = await restoreTask(actions, id)
    setBusy(false)
    if (answer !== givenUp) setOutcome(answer)
  }

  return (
    <>
      <h2 dir="auto">{task?.title ?? `${id} was deleted`}</h2>
      <p>
        {task?.deleted && (
          <>
            Deleted by <Isolated text={task.deleted.by} /> {ago(task.deleted.at, now)}.{" "}
          </>
        )}
        It is in the trash: {sayLeft(until, now)} to restore it, with all that it held.
      </p>
      {may(store.state, "task.restore") && (
        <Changing operation="task.restore">
          <button type="button" class="primary" disabled={isBusy} onClick={() => void restore()}>
            <Icon name="again" />
            Restore
          </button>
        </Changing>
      )}
      <Refused outcome={outcome} />
    </>
  )
}
