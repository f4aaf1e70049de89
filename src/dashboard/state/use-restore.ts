import { useApp } from "./context.ts"
import { useWrite } from "./use-outcome.ts"
import { call } from "../api/api.ts"
import { sayDropped } from "../words/undo-words.ts"

/** A button that brings a task back from the trash: what it does, whether it is at it, and what came of it. */
export function useRestore(id: string) {
  const { change, tell } = useApp().actions
  const { follow, ...restoring } = useWrite()
  /** Names the links that did not come with it. */
  const restore = () =>
    change(
      () => call("task.restore", { id }),
      (_, undo, { dropped }) => tell(`${id} was restored.${sayDropped(dropped)}`, { task: id, undo }),
      true,
    )
  return { ...restoring, press: () => void follow(restore()) }
}
