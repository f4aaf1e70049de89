import type { RefObject, TextareaHTMLAttributes } from "preact"
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks"
import { writeMention } from "../../domain/wire/mentions.ts"
import { stepFrom } from "../words/rank.ts"
import { Isolated } from "./isolated.tsx"
import { useApp } from "../state/context.ts"
import { matchNames, openMention, type OpenMention } from "../words/complete-mention.ts"
import { Avatar } from "./avatar.tsx"
import { caretPoint } from "./caret.ts"

type Attributes = Omit<TextareaHTMLAttributes, "onInput" | "value" | "ref" | "onKeyDown">

interface Props extends Attributes {
  value: string
  onText(text: string): void
  onKeyDown?(event: KeyboardEvent): void
  area?: RefObject<HTMLTextAreaElement | null>
}

/** How many names are offered at once. */
const most = 6

/**
 * A text field that completes names after an `@`. For a screen reader it remains a field of several lines, which also
 * says that there is a list, which name is chosen, and how many there are.
 */
export function MentionArea({ value, onText, onKeyDown, area, ...rest }: Props) {
  const { store } = useApp()
  const own = useRef<HTMLTextAreaElement>(null)
  const ref = area ?? own
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  const [open, setOpen] = useState<OpenMention | null>(null)
  const [picked, setPicked] = useState<string | null>(null)
  const names = open ? matchNames(store.state.agents.values(), open.typed, most) : []
  const current = names.find(({ name }) => name === picked) ?? names[0]
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

  /** Moves the list with the caret. The list opens only after something was typed. */
  function follow(isTyped: boolean) {
    const field = ref.current
    if (!field || (!isTyped && !open)) return
    const next =
      field.selectionStart === field.selectionEnd ? openMention(field.value, field.selectionStart) : null
    setOpen(next)
    if (next?.typed !== open?.typed) setPicked(null)
  }

  function take(name: string) {
    const field = ref.current
    if (!field || !open) return
    const rest = field.value.slice(field.selectionStart)
    const isQuoted = field.value[open.from + 1] === '"'
    const end = field.selectionStart + (isQuoted && rest.startsWith('"') ? 1 : 0)
    const space = /^\s/.test(field.value.slice(end)) ? "" : " "
    field.setRangeText(writeMention(name) + space, open.from, end, "end")
    setOpen(null)
    onText(field.value)
  }

  function onKey(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const isTaken =
      ["Enter", "Tab"].includes(event.key) && !event.ctrlKey && !event.metaKey && !event.shiftKey
    const isOurs = isOpen && !event.isComposing && (by !== undefined || isTaken || event.key === "Escape")
    if (!isOurs) return onKeyDown?.(event)
    event.preventDefault()
    event.stopPropagation()
    const keys = names.map(({ name }) => name)
    if (by !== undefined) setPicked(stepFrom(keys, current.name, by))
    else if (isTaken) take(current.name)
    else setOpen(null)
  }

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
        onBlur={() => setOpen(null)}
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
              onPointerMove={() => setPicked(name)}
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
          (names.length === 1 ? "1 name. Enter takes it." : `${names.length} names. Enter takes one.`)}
      </span>
    </div>
  )
}
