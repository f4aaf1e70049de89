import type { ComponentChildren } from "preact"
import type { ApiResult } from "../api/types.ts"
import { useApp } from "../state/context.ts"
import { useWrite } from "../state/use-outcome.ts"
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
  const { outcome, isBusy, follow } = useWrite()

  return (
    <Dialog title={title} class="small" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          void follow(actions.ask(send, (_, answer) => onDone(answer)))
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
