import type { RefObject, TextareaHTMLAttributes } from "preact"
import { useId, useLayoutEffect, useRef } from "preact/hooks"
import { Avatar } from "./avatar.tsx"
import { currentId, OptionList } from "./option-list.tsx"
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
  const { open, names, current, follow, take, onKey, close } = useMentions({ field: ref, onText, onKeyDown })
  const isOpen = current !== undefined
  const options = names.map(({ name, role }) => ({
    value: name,
    name,
    hint: role ?? undefined,
    icon: <Avatar name={name} isBeside />,
  }))
  const chosen = options.find(({ name }) => name === current?.name)

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
        aria-activedescendant={currentId(id, options, chosen)}
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
        <OptionList
          id={id}
          label="Names"
          class="mention-list"
          list={list}
          options={options}
          current={chosen}
          onTake={({ name }) => take(name)}
        />
      )}
      <span class="unseen" role="status">
        {isOpen &&
          (names.length === 1 ? "1 name. Enter inserts it." : `${names.length} names. Enter inserts one.`)}
      </span>
    </div>
  )
}

// --- internal ---

interface CaretPoint {
  readonly left: number
  /** The lower edge of the line. */
  readonly bottom: number
}

/**
 * Where a character of a text field stands, measured from the field's upper left corner. No browser tells this, so the
 * text is laid out once more in an invisible box of the same shape.
 */
function caretPoint(area: HTMLTextAreaElement, at: number): CaretPoint {
  const style = getComputedStyle(area)
  const copy = document.createElement("div")
  for (const name of shape) copy.style.setProperty(name, style.getPropertyValue(name))
  copy.style.position = "absolute"
  copy.style.visibility = "hidden"
  copy.style.height = "auto"
  copy.style.width = `${area.clientWidth}px`
  copy.style.boxSizing = "border-box"
  copy.style.whiteSpace = "pre-wrap"
  copy.style.overflowWrap = "break-word"
  const mark = document.createElement("span")
  mark.textContent = area.value.slice(at, at + 1) || " "
  copy.append(area.value.slice(0, at), mark)
  area.parentElement?.append(copy)
  const { offsetLeft, offsetTop, offsetHeight } = mark
  copy.remove()
  return {
    left: offsetLeft + area.clientLeft,
    bottom: Math.min(offsetTop + offsetHeight - area.scrollTop + area.clientTop, area.offsetHeight),
  }
}

const shape = [
  "font",
  "letter-spacing",
  "line-height",
  "padding",
  "direction",
  "text-align",
  "unicode-bidi",
  "tab-size",
]
