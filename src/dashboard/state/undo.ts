import { call } from "../api/api.ts"
import { sayRefusal } from "../words/refusals.ts"
import type { Store } from "./store.ts"
import { givenUp, type Writes } from "./writes.ts"

/** Takes the last change back, if the same tasks were not changed since. */
export async function undoLast(store: Store, { change, tell }: Writes): Promise<void> {
  const { toast } = store.state
  if (toast?.callOff) {
    toast.callOff()
    tell("Undone.")
    return
  }
  if (!toast || toast.undo.length === 0) return
  store.set({ toast: null })
  const outcomes = await Promise.all(
    toast.undo.map(({ id, version, changes }) =>
      change(
        () => call("task.edit", { id, ...changes }, version),
        () => undefined,
      ),
    ),
  )
  const failed = outcomes.filter((outcome) => outcome !== null && outcome !== givenUp)
  const [first] = failed
  const of = toast.undo.length > 1 ? `${failed.length} of ${toast.undo.length} tasks` : (toast.task ?? "It")
  const isNewer = first?.refusal.status === 412
  tell(
    !first
      ? "Undone."
      : `${of} stayed: ${isNewer ? "somebody has changed it since" : sayRefusal(first.refusal).title}.`,
    { task: toast.task },
  )
}
