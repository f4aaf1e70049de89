import type { RefObject } from "preact"
import { useState } from "preact/hooks"
import { writeMention } from "../../domain/wire/mentions.ts"
import { useApp } from "../state/context.ts"
import { matchNames, openMention, type OpenMention } from "../words/complete-mention.ts"
import { stepFrom } from "../words/rank.ts"

/** How many names are offered at once. */
const most = 6

interface MentionOptions {
  field: RefObject<HTMLTextAreaElement | null>
  onText(text: string): void
  /** A key that is not for the list. */
  onKeyDown: ((event: KeyboardEvent) => void) | undefined
}

/** The names that are offered while an `@` is typed into a field. */
export function useMentions({ field: ref, onText, onKeyDown }: MentionOptions) {
  const { store } = useApp()
  const [open, setOpen] = useState<OpenMention | null>(null)
  const [picked, setPicked] = useState<string | null>(null)
  const names = open ? matchNames(store.state.agents.values(), open.typed, most) : []
  const current = names.find(({ name }) => name === picked) ?? names[0]

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
    const isListed = by !== undefined || isTaken || event.key === "Escape"
    if (current === undefined || event.isComposing || !isListed) return onKeyDown?.(event)
    event.preventDefault()
    event.stopPropagation()
    const keys = names.map(({ name }) => name)
    if (by !== undefined) setPicked(stepFrom(keys, current.name, by))
    else if (isTaken) take(current.name)
    else setOpen(null)
  }

  return { open, names, current, follow, take, onKey, close: () => setOpen(null) }
}
