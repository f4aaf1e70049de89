import { notOf } from "../state/filter.ts"
import type { BoardFilter } from "../state/state.ts"
import { choiceNames, flagged, flags, isFlagged, nameOf, reversible } from "./filter-offers.ts"
import { IconButton } from "../components/button.tsx"

interface Props {
  filter: BoardFilter
  onChange(changes: Partial<BoardFilter>): void
}

/** What narrows the board, one chip each. A click turns `is` into `is not`, the cross takes the chip away. */
export function FilterChips({ filter, onChange }: Props) {
  const without = (values: readonly string[], value: string) => values.filter((each) => each !== value)
  return (
    <ul class="chosen" aria-label="Active filters">
      {reversible.flatMap((key) =>
        [key, notOf(key)].flatMap((field, i) =>
          filter[field].map((value) => (
            <Chip
              key={`${field} ${value}`}
              name={choiceNames[key]}
              isNot={i === 1}
              value={nameOf(value)}
              onTurn={() => {
                const other = i === 1 ? key : notOf(key)
                onChange({
                  [field]: without(filter[field], value),
                  [other]: [...without(filter[other], value), value],
                })
              }}
              onRemove={() => onChange({ [field]: without(filter[field], value) })}
            />
          )),
        ),
      )}
      {filter.priority.map((value) => (
        <Chip
          key={value}
          name="Priority"
          value={value}
          onRemove={() => onChange({ priority: filter.priority.filter((each) => each !== value) })}
        />
      ))}
      {filter.parent !== "" && (
        <Chip name="Parent" value={filter.parent} onRemove={() => onChange({ parent: "" })} />
      )}
      {flags.map(
        ([key, name]) =>
          isFlagged(filter, key) && (
            <Chip key={key} name={name} onRemove={() => onChange(flagged(key, false))} />
          ),
      )}
      {filter.ready === "0" && <Chip name="Ready" value="no" onRemove={() => onChange({ ready: "" })} />}
    </ul>
  )
}

// --- internal ---

interface ChipProps {
  name: string
  /** Without one, the name says it all. */
  value?: string
  isNot?: boolean
  onTurn?: () => void
  onRemove(): void
}

function Chip({ name, value, isNot = false, onTurn, onRemove }: ChipProps) {
  const text =
    value === undefined ? (
      name
    ) : (
      <>
        {name} <b>{isNot ? "is not" : "is"}</b> <span class="one-line">{value}</span>
      </>
    )
  return (
    <li class={`filter-chip${isNot ? " is-not" : ""}`}>
      {onTurn ? (
        <button
          type="button"
          class="quiet"
          title={isNot ? "Show only these" : "Exclude these"}
          onClick={onTurn}
        >
          {text}
        </button>
      ) : (
        <span>{text}</span>
      )}
      <IconButton icon="close" name={`Without ${value ?? name}`} onClick={onRemove} />
    </li>
  )
}
