import { useLayoutEffect, useRef } from "preact/hooks"
import { listen } from "../state/listen.ts"
import type { State } from "../state/state.ts"
import { parseRoute } from "./route.ts"

/** A keyboard shortcut. The help sheet lists all that are registered. */
export interface Shortcut {
  /** One key, or several in sequence: `n`, `?`, `g b`, `Escape`. `Ctrl-k` also means `Meta-k`; `Ctrl-Shift-z`. */
  readonly keys: string
  /** Another key for the same. */
  readonly also?: string
  readonly label: string
  readonly group: "Anywhere" | "Go to" | "Board" | "Task" | "Review"
  /** Held down it goes on and on, as from line to line. Any other one is done once. */
  readonly repeats?: true
  /** Missing where another part of the page handles the key. The shortcut is then only listed in the help. */
  run?(): void
  /** Whether the shortcut does anything now. If not, other shortcuts may have the key. */
  when?(): boolean
}

/** Registers shortcuts for as long as the component lives: from the moment that it is shown, so that no quick key is lost. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useLayoutEffect(() => {
    const list = () => latest.current
    registered.add(list)
    return () => void registered.delete(list)
  }, [])
}

/** All registered shortcuts, for the help sheet. */
export function allShortcuts(): Shortcut[] {
  return [...registered].flatMap((list) => list())
}

/**
 * Listens to the keys of the page. While a dialog is open it does nothing. In a text field it handles only keys with
 * Ctrl or Meta, and Escape, which leaves the field and keeps its text.
 */
export function listenToKeys(): () => void {
  let typed: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return
    if (event.metaKey || event.ctrlKey) {
      const key = `${event.shiftKey ? "Shift-" : ""}${event.key.toLowerCase()}`
      // Held down it would do it over and over.
      if (!event.repeat) take(find(`Ctrl-${key}`), event)
      return
    }
    if (isTyping(event.target) && event.key === "Escape") leave(event)
    if (isTyping(event.target) || event.key === "Shift") return
    clearTimeout(timer)
    timer = setTimeout(() => (typed = []), patienceMs)
    const key = event.key === " " ? "Space" : event.key
    typed = [...typed, key].slice(-2)
    const found = find(typed.join(" ")) ?? find(key)
    if (event.repeat && found && !found.repeats) event.preventDefault()
    else if (take(found, event)) typed = []
  }
  return listen(document, { keydown: onKey })
}

/** Stands in place of a dialog that is being loaded. Without it, what is typed meanwhile would be shortcuts. */
export function HoldKeys(): null {
  useLayoutEffect(() => {
    const stop = listen(document, { keydown: hold }, true)
    return () => {
      stop()
      // The dialog that is drawn in its place takes it first.
      queueMicrotask(() => (held = ""))
    }
  }, [])
  return null
}

/** What was typed meanwhile, for the field of that dialog. */
export const heldKeys = () => held

/** A key as it is printed on the keyboard. */
export function nameOf(key: string): string {
  if (!key.startsWith("Ctrl-")) return names[key] ?? key
  const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent)
  const [letter = "", ...held] = key.split("-").reverse()
  return [
    ...held.toReversed().map((each) => (isMac ? (symbols[each] ?? each) : each)),
    letter.toUpperCase(),
  ].join(" ")
}

/** The card that has the focus. */
export function focusedTask(): string | undefined {
  const focused = document.activeElement
  return focused instanceof HTMLElement ? focused.dataset["task"] : undefined
}

/** The tasks that a key or a command is about: those selected where they are shown, else the one in focus or open. */
export function subjectOf({ selected, open, tasks }: State): readonly string[] {
  const { view } = parseRoute(location.pathname)
  if (selected.size > 0 && (view === "board" || view === "list")) return [...selected]
  const id = focusedTask() ?? open?.id
  return id !== undefined && (tasks.has(id) || (open?.id === id && open.task !== null)) ? [id] : []
}

/** Whether no control has the focus, but the page or the view as a whole. */
export function hasNoFocus(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.id === "main"
}

/** Whether a key that is pressed here belongs to a field: it writes into it, or finds one of its choices. */
export function isTyping(target: EventTarget | null): target is HTMLElement {
  return isEditingText(target) || target instanceof HTMLSelectElement
}

/** Whether a text is written here, which has an undo of its own. */
export function isEditingText(target: EventTarget | null): target is HTMLElement {
  const fields = "input:not([type=checkbox], [type=radio], [type=range]), textarea"
  return target instanceof HTMLElement && target.matches(fields)
}

// --- internal ---

/** How soon the second key of a sequence must follow, in ms. */
const patienceMs = 1200

const names: Readonly<Record<string, string>> = { Escape: "Esc", Arrows: "← ↑ ↓ →", Delete: "Del" }

/** As a Mac names the keys that are held. */
const symbols: Readonly<Record<string, string>> = { Ctrl: "⌘", Shift: "⇧" }

const registered = new Set<() => readonly Shortcut[]>()

let held = ""

function hold(event: KeyboardEvent): void {
  const { key, metaKey, ctrlKey, altKey } = event
  event.stopPropagation()
  // The browser has those for itself.
  if (metaKey || ctrlKey || altKey || /^(?:Tab|F\d+)$/.test(key)) return
  event.preventDefault()
  if (key === "Escape") held = ""
  else if (key === "Backspace") held = held.slice(0, -1)
  else if (key.length === 1) held += key
}

function take(found: Shortcut | undefined, event: KeyboardEvent): boolean {
  if (!found?.run) return false
  event.preventDefault()
  found.run()
  return true
}

/** The shortcut registered last comes first, so a view's own shortcut goes before one of the shell. */
function find(keys: string): Shortcut | undefined {
  return allShortcuts().findLast(
    (each) => (each.keys === keys || each.also === keys) && each.run && (each.when?.() ?? true),
  )
}

/** Moves the focus to the element around the field, so that the keys of the page continue from there. */
function leave(event: KeyboardEvent): void {
  const field = event.target as HTMLElement
  event.preventDefault()
  field.blur()
  field.closest<HTMLElement>("[tabindex='-1']")?.focus({ preventScroll: true })
}
