import type { WriteOutcome } from "../state/state.ts"
import { Icon } from "./icons.tsx"

interface Props {
  outcome: WriteOutcome
  /** What was refused, as one would say it: “Moving T-7 to Done”. */
  what?: string
  /** Paths of problems that are shown beside their fields. */
  except?: readonly string[]
  hint?: boolean
}

/** Why the server did not do it, and the way on, in the server's own words. */
export function Refused({ outcome, what, except = [], hint = true }: Props) {
  if (!outcome) return null
  const { refusal, differences = [] } = outcome
  const errors = (refusal.errors ?? []).filter(({ path }) => !except.includes(path))
  return (
    <div class="refused" role="alert">
      <Icon name="alert" />
      <div>
        <p class="refused-title">
          {what === undefined ? refusal.title : `${what} was refused. ${refusal.title}.`}
        </p>
        <p>{refusal.detail}</p>
        {errors.length > 0 && (
          <ul>
            {errors.map(({ path, message }) => (
              <li key={path}>
                <code>{path}</code> {message}
              </li>
            ))}
          </ul>
        )}
        {differences.length > 0 && (
          <ul class="differences">
            {differences.map(({ field, from, to }) => (
              <li key={field}>
                <code>{field}</code> was <del>{from}</del>, is now <ins>{to}</ins>
              </li>
            ))}
          </ul>
        )}
        {hint && (
          <p class="hint">
            {differences.length > 0
              ? "Nothing was overwritten. Try again if it is still right."
              : refusal.hint}
          </p>
        )}
      </div>
    </div>
  )
}
