import type { RefObject, TextareaHTMLAttributes } from "preact"
import { useId, useLayoutEffect, useRef } from "preact/hooks"
import { Isolated } from "./isolated.tsx"
import { Avatar } from "./avatar.tsx"
import { caretPoint } from "./caret.ts"
import { useMentions } from "./use-mentions.ts"

type Attributes = Omit<TextareaHTMLAttributes, "onInput" | "value" | "ref" | "onKeyDown">

interface Props extends Attributes {
  value: string
  onText(text: string): void
  onKeyDown?(event: KeyboardEvent): void
  area?: RefObject<HTMLTextAreaElement | null>
}

/**
 * A text field that completes names after an `@`. For a screen reader it remains a field of several lines, which also
 * says that there is a list, which name is chosen, and how many there are.
 */
export function MentionArea({ value, onText, onKeyDown, area, ...rest }: Props) {
  const own = useRef<HTMLTextAreaElement>(null)
  const ref = area ?? own
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  const { open, names, current, follow, take, onKey, pick, close } = useMentions({
    field: ref,
    onText,
    onKeyDown,
  })
  const isOpen = current !== undefined
  const optionId = (name: string) => `${id}-${names.findIndex((each) => each.name === name)}`

  useLayoutEffect(() => {
    if (!open || !list.current || !ref.current) return
    const { left, bottom } = caretPoint(ref.current, open.from)
    const room = ref.current.offsetWidth - list.current.offsetWidth
    list.current.style.left = `${Math.max(0, Math.min(left, room))}px`
    list.current.style.top = `${bottom + 2}px`
    list.current.scrollIntoView({ block: "nearest" })
    // The list may become narrower with each letter typed, so it is placed again.
  }, [open?.from, open?.typed])

  return (
    <div class="mention-area">
      <textarea
        {...rest}
        ref={ref}
        value={value}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? optionId(current.name) : undefined}
        onInput={(event) => {
          onText(event.currentTarget.value)
          follow(true)
        }}
        onKeyDown={onKey}
        onKeyUp={() => follow(false)}
        onClick={() => follow(false)}
        onBlur={close}
      />
      {isOpen && (
        <ul class="mention-list" ref={list} id={id} role="listbox" aria-label="Names">
          {names.map(({ name, role }) => (
            <li
              key={name}
              id={optionId(name)}
              role="option"
              aria-selected={name === current.name}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => pick(name)}
              onClick={() => take(name)}
            >
              <Avatar name={name} isBeside />
              <span class="one-line">
                <Isolated text={name} />
              </span>
              {role && <span class="one-line muted small-text">{role}</span>}
            </li>
          ))}
        </ul>
      )}
      <span class="unseen" role="status">
        {isOpen &&
          (names.length === 1 ? "1 name. Enter inserts it." : `${names.length} names. Enter inserts one.`)}
      </span>
    </div>
  )
}
