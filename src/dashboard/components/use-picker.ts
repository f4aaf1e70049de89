import { useRef, useState } from "preact/hooks"
import { isSameName } from "../../domain/wire/names.ts"
import { rank, stepFrom } from "../words/rank.ts"
import type { ListOption } from "./option-list.tsx"
import type { UseSource } from "./sources.tsx"

/** No list draws more options than this. What is typed finds the others. */
const most = 50

export interface PickerOptions {
  text: string
  from: UseSource
  /** The name of the option that empties the field. */
  none?: string | undefined
  /** What it holds already, known or not. */
  saved?: string
  /** The option that applies now, of those whose text is not kept. */
  chosen?: string | undefined
  /** Each choice does something, and the text is not kept. */
  isAction?: boolean
  /** Values that are not offered. */
  without?: readonly string[]
  isAsked?: boolean
  onText(text: string): void
  onPick(value: string): void
  /** The field loses the focus. @param value what its text means; null if that is unknown */
  onLeave?(value: string | null): void
}

interface PickerOption extends ListOption {
  readonly isNew?: true
}

/** The state of a combobox: its options, which of them is current, and the keys that choose one. */
export function usePicker({ isAsked = false, ...given }: PickerOptions) {
  const { text, onText, onPick, onLeave } = given
  const [{ isOpen, isTyped, reached }, set] = useState<ListState>({ ...closed, isOpen: isAsked })
  /** Something was typed, and neither taken nor left. */
  const isPending = useRef(false)
  const { value, options, said, makes } = optionsOf(given, isTyped ? text.trim() : "", isOpen)
  const current =
    options.find((option) => option.value === reached) ??
    options.find((option) => option.value === (given.isAction && text === "" ? given.chosen : value)) ??
    (isTyped && text.trim() !== "" ? options[0] : undefined)

  // A name that is not known yet is offered as a new one.
  const open = () => set({ isOpen: true, isTyped: value === null, reached: null })
  const close = () => set(closed)

  function take(option: PickerOption) {
    if (option.isNew) makes?.add(option.value)
    isPending.current = false
    close()
    onPick(option.value)
  }

  /** @returns whether the key was for the list */
  function choose({ key }: KeyboardEvent): boolean {
    // Only somebody who has chosen it makes a new name.
    if (key === "Tab" && isOpen && current && (!current.isNew || current.value === reached)) take(current)
    if (key === "Enter" && isOpen) {
      if (current) take(current)
      else if (value !== null && text !== "") take({ value, name: value })
      else if (text === "") close()
      return true
    }
    if (key === "Escape") {
      if (isOpen) close()
      else isPending.current = false
      return isOpen
    }
    const next = reach(key, options, current, isOpen)
    if (next === undefined) return false
    if (isOpen) set({ isOpen, isTyped, reached: next })
    else open()
    return true
  }

  return {
    isOpen,
    options,
    current,
    said,
    makes,
    /** The text is neither empty nor known. */
    isUnknown: value === null,
    open,
    take,
    /** Makes the unknown text known. */
    make: () => take({ value: text.trim(), name: text, isNew: true }),
    type(next: string) {
      isPending.current = true
      onText(next)
      set({ isOpen: true, isTyped: true, reached: null })
    },
    leave() {
      close()
      if (isPending.current) onLeave?.(value)
      isPending.current = false
    },
    /** @returns whether the key was for the list, and for nothing else */
    onKey(event: KeyboardEvent): boolean {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.isComposing
      if (!isPlain || !choose(event)) return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
  }
}

// --- internal ---

interface ListState {
  readonly isOpen: boolean
  /** The text narrows the list. */
  readonly isTyped: boolean
  /** The value of the option that the arrows have reached. */
  readonly reached: string | null
}

const closed: ListState = { isOpen: false, isTyped: false, reached: null }

/** What is offered for the typed text, and the value of the whole text; null if that is unknown. */
function optionsOf({ text, from, none, saved, without = [] }: PickerOptions, typed: string, isOpen: boolean) {
  const source = from(typed)
  const { makes } = source
  const isEmpty = text.trim() === "" || isSameName(text.trim(), none ?? null)
  const value = isEmpty ? "" : text === saved ? text : source.valueOf(text)
  const offered = (isOpen ? source.options() : []).filter((option) => !without.includes(option.value))
  const shown: readonly PickerOption[] = offered.slice(0, most)
  const empty: readonly PickerOption[] = none === undefined ? [] : rank([{ value: "", name: none }], typed)
  const made: readonly PickerOption[] =
    typed !== "" && value === null && makes ? [{ value: typed, name: makes.say(typed), isNew: true }] : []
  return {
    value,
    makes,
    options: typed === "" ? [...empty, ...shown] : [...shown, ...empty, ...made],
    said: source.said ?? (offered.length > most ? "There are more. Type to find them." : ""),
  }
}

/** The value that a key leads to: null in an empty list, undefined for a key that is not for it. */
function reach(
  key: string,
  options: readonly ListOption[],
  current: ListOption | undefined,
  isOpen: boolean,
) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[key]
  const end = isOpen ? { Home: 0, End: -1 }[key] : undefined
  const values = options.map(({ value }) => value)
  if (end !== undefined) return values.at(end) ?? null
  if (by === undefined) return undefined
  return current ? stepFrom(values, current.value, by) : (values.at(by === 1 ? 0 : -1) ?? null)
}
