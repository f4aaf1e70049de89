interface Props {
  id: string
  isSelected: boolean
  onSelect(id: string, isThrough: boolean): void
}

/** A box that selects a task. It is seen while the task has the pointer or the focus, and its key is `x`. */
export function Tick({ id, isSelected, onSelect }: Props) {
  return (
    <label
      class={`tick${isSelected ? " is-on" : ""}`}
      title={`Select ${id} (x)`}
      // The focus stays on the task.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => event.stopPropagation()}
    >
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Select ${id}`}
        checked={isSelected}
        onClick={(event) => onSelect(id, event.shiftKey)}
      />
    </label>
  )
}
