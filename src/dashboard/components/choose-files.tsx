import type { ButtonHTMLAttributes, ComponentChildren } from "preact"
import { useRef } from "preact/hooks"

interface Props extends Pick<ButtonHTMLAttributes, "class" | "title"> {
  name: string
  isFolder?: boolean
  onFiles(files: readonly File[]): void
  /** What the button shows; default: its name. */
  children?: ComponentChildren
}

/** A button that asks for files. */
export function ChooseFiles({ name, isFolder = false, onFiles, children = name, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" {...rest} aria-label={name} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={name}
        {...(isFolder && { webkitdirectory: true })}
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
