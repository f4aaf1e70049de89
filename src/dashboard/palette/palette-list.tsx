import type { OptionGroup, PaletteOption } from "./options.tsx"

interface Props {
  groups: readonly OptionGroup[]
  current: PaletteOption | undefined
  onPick(key: string): void
  onChoose(option: PaletteOption): void
}

/** What the palette offers, in groups. */
export function PaletteList({ groups, current, onPick, onChoose }: Props) {
  return (
    <div class="palette-list" id="palette-list" role="listbox" aria-label="Results">
      {groups.map(({ name, hasHead, options }) => (
        <div key={name} role="group" aria-label={name}>
          {hasHead && (
            <p class="palette-head" aria-hidden="true">
              {name}
            </p>
          )}
          {options.map((option) => (
            <div
              key={option.key}
              id={option.key}
              class="palette-item"
              role="option"
              aria-selected={option === current}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => onPick(option.key)}
              onClick={() => onChoose(option)}
            >
              {option.body}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
