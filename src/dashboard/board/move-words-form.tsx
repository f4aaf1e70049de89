import { useLayoutEffect, useRef } from "preact/hooks"
import type { Status } from "../api/types.ts"
import { submitByKey, submitWith } from "../components/submit-by-key.ts"
import { statusNames } from "../words/move-words.ts"
import type { useMove } from "./use-move.ts"

interface Props {
  moving: ReturnType<typeof useMove>
  to: Status
  hasFocus: boolean
}

/** Asks for what a move needs: why a task is blocked, or what was learned by doing it. */
export function MoveWordsForm({ moving, to, hasFocus }: Props) {
  const { needsReflection, isBusy, text } = moving
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => field.current?.focus(), [needsReflection])
  return (
    <form
      class="ask"
      onSubmit={submitWith(() => {
        const said = text.trim()
        return moving.move(to, needsReflection ? { reflection: said } : said === "" ? {} : { reason: said })
      })}
    >
      <label>
        <span>{needsReflection ? "What have you learned?" : "What blocks it? (optional)"}</span>
        <textarea
          rows={needsReflection ? 3 : 1}
          value={text}
          required={needsReflection}
          autofocus={hasFocus}
          placeholder={
            needsReflection ? "One honest sentence for the next agent" : "Waiting for the test account's key"
          }
          ref={field}
          onInput={(event) => moving.setText(event.currentTarget.value)}
          onKeyDown={submitByKey}
        />
      </label>
      <div class="actions">
        <button type="submit" class="primary" disabled={isBusy || (needsReflection && text.trim() === "")}>
          {needsReflection ? `Save and move to ${statusNames[to]}` : "Block"}
        </button>
        <button type="button" class="quiet" onClick={moving.leave}>
          Don’t move
        </button>
      </div>
    </form>
  )
}
