import { useEffect, useState } from "preact/hooks"
import type { Refusal } from "../api/types.ts"
import { useApp } from "./context.ts"
import type { State, WriteOutcome } from "./state.ts"
import { givenUp, type Written } from "./writes.ts"

/**
 * How the last write of a form ended. A failure for want of the server is forgotten as soon as the server is well
 * again: it says nothing about now, and what was typed is still there to be sent.
 */
export function useOutcome(first: WriteOutcome = null): [WriteOutcome, (outcome: WriteOutcome) => void] {
  const { store } = useApp()
  const [outcome, setOutcome] = useState<WriteOutcome>(first)
  useEffect(() => {
    const isIll = outcome && illnessOf(outcome.refusal)
    if (!isIll) return
    let wasIll = isIll(store.state)
    return store.subscribe(() => {
      // The page may learn of a lost answer before it learns that the server is away.
      wasIll ||= isIll(store.state)
      if (wasIll && !isIll(store.state)) setOutcome(null)
    })
  }, [outcome])
  return [outcome, setOutcome]
}

/** What a form writes: whether it is under way, how the last write ended, and how to follow one. */
export function useWrite(first: WriteOutcome = null) {
  const [outcome, setOutcome] = useOutcome(first)
  const [isBusy, setBusy] = useState(false)
  async function follow(work: Promise<Written>): Promise<Written> {
    setBusy(true)
    const answer = await work
    setBusy(false)
    if (answer !== givenUp) setOutcome(answer)
    return answer
  }
  return { outcome, setOutcome, isBusy, follow }
}

// --- internal ---

/** What is wrong with the server while it answers so; null where the refusal is about what was asked. */
function illnessOf({ status, code }: Refusal): ((state: State) => boolean) | null {
  if (code === "unauthorized") return ({ locked }) => locked !== null
  if (status === 0) return ({ link }) => link !== "live"
  return status === 503 || status === 507 ? ({ readOnly }) => readOnly !== null : null
}
