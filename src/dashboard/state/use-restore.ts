import { useState } from "preact/hooks"
import { useApp } from "./context.ts"
import { useOutcome } from "./use-outcome.ts"
import type { WriteOutcome } from "./state.ts"
import { givenUp } from "./writes.ts"
import { call } from "../api/api.ts"
import { sayDropped } from "../words/undo-words.ts"
import type { Actions } from "./actions.ts"

/** A button that brings a task back from the trash: what it does, whether it is at it, and what came of it. */
export function useRestore(id: string): {
  readonly outcome: WriteOutcome
  readonly isBusy: boolean
  press(): Promise<void>
} {
  const { actions } = useApp()
  const [outcome, setOutcome] = useOutcome()
  const [isBusy, setBusy] = useState(false)

  async function press() {
    setBusy(true)
    const answer = await restore(actions, id)
    setBusy(false)
    if (answer !== givenUp) setOutcome(answer)
  }

  return { outcome, isBusy, press }
}

// --- internal ---

/** Brings a task back from the trash, and names the links that did not come with it. */
function restore({ change, tell }: Pick<Actions, "change" | "tell">, id: string) {
  return change(
    () => call("task.restore", { id }),
    (_, undo, { dropped }) => tell(`${id} is restored.${sayDropped(dropped)}`, { task: id, undo }),
    true,
  )
}
