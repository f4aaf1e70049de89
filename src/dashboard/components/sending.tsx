import type { ComponentChildren } from "preact"
import type { ApiResult } from "../api/types.ts"
import { useApp } from "../state/context.ts"
import { useWrite } from "../state/use-outcome.ts"
import { Dialog } from "./dialog.tsx"
import { Icon } from "./icons.tsx"
import { Refused } from "./refused.tsx"
import { submitWith } from "./submit-by-key.ts"

interface Props<T> {
  title: string
  /** What the button says that sends it. */
  button: string
  isReady?: boolean
  /** What it sends cannot be overlooked, and the button has the focus. */
  isDanger?: boolean
  send(): Promise<ApiResult<T>>
  /** What is said when it is done. */
  said?(answer: T): string
  /** Default: the dialog is closed. @param undo what names it to an undo */
  onDone?(answer: T, undo: readonly number[]): void
  onClose(): void
  children: ComponentChildren
}

/** A dialog with a form that is sent once. Why it was refused stands below the fields, which keep what they hold. */
export function Sending<T>({ title, button, isReady = true, isDanger = false, ...props }: Props<T>) {
  const { send, said, onClose, onDone = onClose, children } = props
  const { actions } = useApp()
  const { outcome, isBusy, follow } = useWrite()

  const submit = () =>
    actions.ask(send, (undo, answer) => {
      if (said) actions.tell(said(answer))
      onDone(answer, undo)
    })

  return (
    <Dialog title={title} class="small" onClose={onClose}>
      <form class="form" onSubmit={submitWith(() => follow(submit()))}>
        {children}
        <Refused outcome={outcome} />
        <div class="actions">
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            class={isDanger ? "danger" : "primary"}
            disabled={isBusy || !isReady}
            autofocus={isDanger}
          >
            {isDanger && <Icon name="trash" />}
            {button}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
