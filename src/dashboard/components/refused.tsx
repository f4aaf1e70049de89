import type { WriteOutcome } from "../state/state.ts"
import { fieldName } from "../words/field-names.ts"
import { sayRefusal } from "../words/refusals.ts"
import { Icon } from "./icons.tsx"

interface Props {
  outcome: WriteOutcome
  /** What was not done, as a sentence, such as “T-7 was not moved to Done.” */
  what?: string
  /** Paths of the problems that are already shown beside their fields. */
  except?: readonly string[]
  /** False where the form below already offers what to do next. */
  wayOn?: boolean
}

/** Why something was not done, and what can be done now. */
export function Refused({ outcome, what, except = [], wayOn = true }: Props) {
  if (!outcome) return null
  const { refusal, differences = [] } = outcome
  const words = sayRefusal(refusal)
  const errors = (refusal.errors ?? []).filter(({ path }) => !except.includes(path))
  // The server gave no answer, so it is not known whether it was done.
  const isAnswered = refusal.status !== 0
  return (
    <div class="refused" role="alert">
      <Icon name="alert" />
      <div>
        <p class="refused-title">
          {what !== undefined && isAnswered ? `${what} ${words.title}.` : words.title}
        </p>
        {words.detail !== null && <p>{words.detail}</p>}
        {errors.length > 0 && (
          <ul>
            {errors.map(({ path, message }) => (
              <li key={path}>
                <strong>{fieldName(path)}</strong>: {message}
              </li>
            ))}
          </ul>
        )}
        {differences.length > 0 && (
          <ul class="differences">
            {differences.map(({ field, from, to }) => (
              <li key={field}>
                <strong>{fieldName(field)}</strong> was <del>{from}</del>, is now <ins>{to}</ins>
              </li>
            ))}
          </ul>
        )}
        {wayOn && words.wayOn && <p class="hint">{words.wayOn}</p>}
      </div>
    </div>
  )
}
