import { useEffect, useState } from "preact/hooks"
import type { Status, TaskView } from "../api/types.ts"
import { useApp } from "../state/context.ts"
import { useDraft } from "../state/drafts.ts"
import type { WriteOutcome } from "../state/state.ts"
import { useWrite } from "../state/use-outcome.ts"
import { givenUp } from "../state/writes.ts"

/** What goes to the server with a move. */
interface MoveWords {
  reason?: string
  reflection?: string
}

/**
 * A move of a task, from the choice of where to until the server has taken it.
 * @param to the status that was asked for before
 * @param before what the server answered to that
 */
export function useMove(task: TaskView, to: Status | null, before: WriteOutcome, onMoved?: () => void) {
  const { actions } = useApp()
  const [chosen, setChosen] = useState<Status | null>(to)
  const { text, setText } = useDraft(`${task.id} move`)
  const { outcome, setOutcome, isBusy, follow } = useWrite(before)
  const needsReflection = outcome?.refusal.code === "reflection_required"

  // After another move the answer about this one no longer fits the task.
  useEffect(() => {
    if (outcome !== before && outcome?.differences === undefined) setOutcome(null)
  }, [task.status])

  async function move(status: Status, sent: MoveWords = {}) {
    setChosen(status)
    const answer = await follow(actions.edit(task, { status, ...sent }))
    if (answer === null || answer === givenUp) setChosen(null)
    if (answer !== null) return
    setText("")
    onMoved?.()
  }

  return {
    chosen,
    outcome,
    isBusy,
    text,
    setText,
    needsReflection,
    /** Words are asked for before it is sent, or before it is sent again. */
    asks: (chosen === "blocked" && !outcome) || needsReflection,
    move,
    choose(status: Status) {
      setOutcome(null)
      if (status === "blocked") setChosen(status)
      else void move(status)
    },
    leave() {
      setChosen(null)
      setOutcome(null)
    },
  }
}
