import { useRef } from "preact/hooks"
import { Icon } from "./icons.tsx"

interface Props {
  text: string
  /** Whether the sign alone is shown. */
  isSign?: boolean
  onFiles(files: readonly File[]): void
}

/** A button that asks for files. */
export function ChooseFiles({ text, isSign = false, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        class={isSign ? "quiet square edit" : "quiet add"}
        aria-label={text}
        title={isSign ? text : undefined}
        onClick={() => input.current?.click()}
      >
        <Icon name="clip" />
        {!isSign && text}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={text}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same file may be chosen again.
          currentTarget.value = ""
          onFiles(files)
        }}
      />
    </>
  )
}
