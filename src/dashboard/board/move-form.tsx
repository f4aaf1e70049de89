import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { givenUp } from "../state/writes.ts"
import type { WriteOutcome } from "../state/state.ts"
import type { Status, TaskView } from "../api/types.ts"
import { useApp } from "../state/context.ts"
import { useDraft } from "../state/drafts.ts"
import { useOutcome } from "../state/use-outcome.ts"
import { moveName, statusNames } from "../words/move-words.ts"
import { StatusIcon } from "../components/icons.tsx"
import { Menu } from "../components/menu.tsx"
import { Refused } from "../components/refused.tsx"
import { submitByKey } from "../components/submit-by-key.ts"

interface Props {
  task: TaskView
  /** The status that was asked for before this form opened, and what the server answered. */
  to?: Status | null
  outcome?: WriteOutcome
  offered: readonly Status[]
  /** Rare moves, behind a button. */
  more?: readonly Status[]
  onMoved?(): void
}

/** The moves of a task. A move that the rules forbid stays here, with the reason and a field for what is missing. */
export function MoveForm({ task, to = null, outcome: before = null, offered, more = [], onMoved }: Props) {
  const { actions } = useApp()
  const [chosen, setChosen] = useState<Status | null>(to)
  const [text, setText] = useDraft(`${task.id} move`)
  const [outcome, setOutcome] = useOutcome(before)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  // Only in a dialog does the form take the focus when it opens.
  const isAsked = onMoved !== undefined
  const needsReflection = outcome?.refusal.code === "reflection_required"

  // After another move the answer about this one no longer fits the task.
  useEffect(() => {
    if (outcome !== before && outcome?.differences === undefined) setOutcome(null)
  }, [task.status])

  const asks = (chosen === "blocked" && !outcome) || needsReflection
  useLayoutEffect(() => {
    if (asks) field.current?.focus()
  }, [asks, needsReflection])

  async function move(status: Status, sent: { reason?: string; reflection?: string } = {}) {
    setChosen(status)
    setBusy(true)
    const answer = await actions.edit(task, { status, ...sent })
    setBusy(false)
    if (answer === givenUp) {
      setChosen(null)
      return
    }
    setOutcome(answer)
    if (answer !== null) return
    setChosen(null)
    setText("")
    onMoved?.()
  }

  function choose(status: Status) {
    setOutcome(null)
    if (status === "blocked") setChosen(status)
    else void move(status)
  }

  return (
    <div class="moves" aria-busy={isBusy}>
      <div class="move-buttons">
        {offered.map((status, i) => (
          <button
            key={status}
            type="button"
            autofocus={i === 0 && isAsked && !asks}
            class={chosen === status ? "chosen" : ""}
            disabled={isBusy}
            onClick={() => choose(status)}
          >
            <StatusIcon status={status} />
            {moveName(task.status, status)}
          </button>
        ))}
        {more.length > 0 && (
          <Menu
            label="More moves"
            isDisabled={isBusy}
            choices={more.map((status) => ({
              name: moveName(task.status, status),
              icon: <StatusIcon status={status} />,
              choose: () => choose(status),
            }))}
          />
        )}
      </div>
      {chosen !== null && outcome && (
        <Refused
          outcome={outcome}
          what={`${task.id} was not moved to ${statusNames[chosen]}.`}
          // The field for it stands right below.
          wayOn={!needsReflection}
        />
      )}
      {chosen !== null && asks && (
        <form
          class="ask"
          onSubmit={(event) => {
            event.preventDefault()
            const said = text.trim()
            void move(chosen, needsReflection ? { reflection: said } : said === "" ? {} : { reason: said })
          }}
        >
          <label>
            <span>
              {needsReflection ? "What was learned by doing it?" : "What is it blocked by? (optional)"}
            </span>
            <textarea
              rows={needsReflection ? 3 : 1}
              value={text}
              required={needsReflection}
              autofocus={isAsked}
              placeholder={
                needsReflection
                  ? "One honest sentence, for whoever does the next one"
                  : "Waiting for the key of the test account"
              }
              ref={field}
              onInput={(event) => setText(event.currentTarget.value)}
              onKeyDown={submitByKey}
            />
          </label>
          <div class="actions">
            <button
              type="submit"
              class="primary"
              disabled={isBusy || (needsReflection && text.trim() === "")}
            >
              {needsReflection ? `Send it and move to ${statusNames[chosen]}` : "Block"}
            </button>
            <button
              type="button"
              class="quiet"
              onClick={() => {
                setChosen(null)
                setOutcome(null)
              }}
            >
              Leave it
            </button>
          </div>
        </form>
      )}
    </div>
  )
}
