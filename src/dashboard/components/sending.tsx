import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import type { ApiResult } from "../api/types.ts"
import { useApp } from "../state/context.ts"
import { useOutcome } from "../state/use-outcome.ts"
import { givenUp } from "../state/writes.ts"
import { Dialog } from "./dialog.tsx"
import { Refused } from "./refused.tsx"

interface Props<T> {
  title: string
  /** What the button says that sends it. */
  button: string
  isReady?: boolean
  send(): Promise<ApiResult<T>>
  onDone(answer: T): void
  onClose(): void
  children: ComponentChildren
}

/** A dialog with a form that is sent once. Why it was refused stands below the fields, which keep what they hold. */
export function Sending<T>({ title, button, isReady = true, send, onDone, onClose, children }: Props<T>) {
  const { actions } = useApp()
  const [outcome, setOutcome] = useOutcome()
  const [isBusy, setBusy] = useState(false)

  async function submit() {
    setBusy(true)
    const result = await actions.write(send)
    setBusy(false)
    if (result === givenUp) return
    if ("refusal" in result) setOutcome(result)
    else onDone(result.value)
  }

  return (
    <Dialog title={title} class="small" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {children}
        <Refused outcome={outcome} />
        <div class="actions">
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={isBusy || !isReady}>
            {button}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
