import { call } from "../api/api.ts"
import { sayDropped } from "../words/undo-words.ts"
import type { Actions } from "./actions.ts"

/** Brings a task back from the trash, and names the links that did not come with it. */
export function restore({ change, tell }: Pick<Actions, "change" | "tell">, id: string) {
  return change(
    () => call("task.restore", { id }),
    (_, undo, { dropped }) => tell(`${id} is restored.${sayDropped(dropped)}`, { task: id, undo }),
    true,
  )
}
