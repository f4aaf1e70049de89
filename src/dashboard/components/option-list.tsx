import type { ComponentChildren, RefObject } from "preact"
import type { Named } from "../words/rank.ts"
import { Isolated } from "./isolated.tsx"

/** A line of a list below a field. */
export interface ListOption extends Named {
  /** What the field gets. */
  readonly value: string
  readonly icon?: ComponentChildren
  /** Stands in grey behind the name. */
  readonly hint?: string | undefined
}

interface Props<O extends ListOption> {
  id: string
  label: string
  class?: string
  list?: RefObject<HTMLUListElement | null>
  options: readonly O[]
  current: O | undefined
  onTake(option: O): void
}

/** The list of a field whose text chooses from it. The focus stays in the field. */
export function OptionList<O extends ListOption>({ options, current, onTake, list, ...rest }: Props<O>) {
  const { id, label, class: className = "" } = rest
  return (
    <ul
      class={`option-list ${className}`}
      ref={list ?? null}
      id={id}
      role="listbox"
      aria-label={label}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option, i) => (
        <li
          key={option.value}
          id={`${id}-${i}`}
          role="option"
          aria-selected={option === current}
          onClick={(event) => {
            // A label around the field would open the list again.
            event.preventDefault()
            onTake(option)
          }}
        >
          {option.icon}
          <Isolated text={option.name} />
          {option.hint && <span class="one-line muted small-text">{option.hint}</span>}
        </li>
      ))}
    </ul>
  )
}

/** The id of the option that is chosen. */
export function currentId<O extends ListOption>(id: string, options: readonly O[], current: O | undefined) {
  return current && `${id}-${options.indexOf(current)}`
}
