import type { Refusal } from "../api/types.ts"
import { Button } from "../components/button.tsx"
import { Changing } from "../components/changing.tsx"
import { Isolated } from "../components/isolated.tsx"
import { Refused } from "../components/refused.tsx"
import { useTrash } from "../reads/use-trash.ts"
import { may } from "../state/access.ts"
import { useApp, useNow } from "../state/context.ts"
import { useRestore } from "../state/use-restore.ts"
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
          <p>The task can no longer be restored.</p>
        </>
      ) : (
        <InTrash id={id} until={until} />
      )}
    </section>
  )
}

// --- internal ---

function InTrash({ id, until }: { id: string; until: string }) {
  const { store } = useApp()
  const { value } = useTrash()
  const now = useNow(20_000)
  const { outcome, isBusy, press } = useRestore(id)
  const task = value?.tasks.find((each) => each.id === id)

  return (
    <>
      <h2 dir="auto">{task?.title ?? `${id} was deleted`}</h2>
      <p>
        {task?.deleted && (
          <>
            Deleted by <Isolated text={task.deleted.by} /> {ago(task.deleted.at, now)}.{" "}
          </>
        )}
        It is in the trash: {sayLeft(until, now)} to restore it with everything in it.
      </p>
      {may(store.state, "task.restore") && (
        <Changing operation="task.restore">
          <Button icon="again" text="Restore" class="primary" disabled={isBusy} onClick={press} />
        </Changing>
      )}
      <Refused outcome={outcome} />
    </>
  )
}
