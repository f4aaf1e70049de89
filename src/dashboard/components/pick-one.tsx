import { useState } from "preact/hooks"
import { Picker } from "./picker.tsx"
import type { UseSource } from "./sources.tsx"

interface Props {
  label: string
  /** What it shows; default: its name. */
  text?: string
  none?: string
  /** The option that applies now. */
  chosen?: string
  from: UseSource
  onPick(value: string): void
}

/** A list of which something is done with each that is chosen. It shows its name again, for the next one. */
export function PickOne({ label, text: placeholder = label, onPick, ...rest }: Props) {
  const [text, setText] = useState("")
  return (
    <span class="sized" data-name={placeholder}>
      <Picker
        {...rest}
        label={label}
        text={text}
        input={{ class: "choice", placeholder, size: 1 }}
        isAction
        onText={setText}
        onPick={(value) => {
          setText("")
          onPick(value)
        }}
        onLeave={() => setText("")}
      />
    </span>
  )
}
