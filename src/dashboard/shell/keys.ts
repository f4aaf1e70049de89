import { useEffect, useRef } from "preact/hooks"

/** Something that a key does. The help sheet lists all that are registered. */
export interface Shortcut {
  /** One key, or several one after the other: `n`, `?`, `g b`, `Escape`. `Ctrl-k` is `Meta-k` too. */
  readonly keys: string
  readonly label: string
  readonly group: "Anywhere" | "Go to" | "Board" | "Task"
  /** Left out where the key is handled where it is pressed, and is only listed here. */
  run?(): void
  /** Whether it does anything now; else the key is left to others. */
  when?(): boolean
}

/** Registers shortcuts as long as the component lives. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    const list = () => latest.current
    registered.add(list)
    return () => void registered.delete(list)
  }, [])
}

/** All that is registered, for the help sheet. */
export function allShortcuts(): Shortcut[] {
  return [...registered].flatMap((list) => list())
}

/**
 * Listens to the keys of the page. Behind a dialog they are left alone, and in a text field too, but for those with
 * Ctrl or Meta. Escape leaves the field, which keeps its text.
 */
export function listenToKeys(): () => void {
  let typed: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return
    if (event.metaKey || event.ctrlKey) {
      if (!event.shiftKey) take(find(`Ctrl-${event.key.toLowerCase()}`), event)
      return
    }
    if (isTyping(event.target) && event.key === "Escape") leave(event)
    if (isTyping(event.target) || event.key === "Shift") return
    clearTimeout(timer)
    timer = setTimeout(() => (typed = []), patienceMs)
    const key = event.key === " " ? "Space" : event.key
    typed = [...typed, key].slice(-2)
    const found = find(typed.join(" ")) ?? find(key)
    if (take(found, event)) typed = []
  }
  document.addEventListener("keydown", onKey)
  return () => document.removeEventListener("keydown", onKey)
}

/** A key as it stands on the keyboard. */
export function nameOf(key: string): string {
  const [letter, ctrl] = key.split("-").reverse()
  if (ctrl !== "Ctrl" || letter === undefined) return names[key] ?? key
  return `${/Mac|iP(hone|ad)/.test(navigator.userAgent) ? "⌘" : "Ctrl"} ${letter.toUpperCase()}`
}

/** The card that has the focus. */
export function focusedTask(): string | undefined {
  const focused = document.activeElement
  return focused instanceof HTMLElement ? focused.dataset["task"] : undefined
}

// --- internal ---

/** How long the second key of a sequence may take, in ms. */
const patienceMs = 1200

const names: Readonly<Record<string, string>> = { Escape: "Esc", Arrows: "← ↑ ↓ →" }

const registered = new Set<() => readonly Shortcut[]>()

function take(found: Shortcut | undefined, event: KeyboardEvent): boolean {
  if (!found?.run) return false
  event.preventDefault()
  found.run()
  return true
}

/** What was registered last goes first: a view's own before the shell's. */
function find(keys: string): Shortcut | undefined {
  return allShortcuts().findLast((each) => each.keys === keys && each.run && (each.when?.() ?? true))
}

function isTyping(target: EventTarget | null): target is HTMLElement {
  const fields = "input:not([type=checkbox], [type=radio]), textarea, select"
  return target instanceof HTMLElement && target.matches(fields)
}

/** The focus goes to what the field stands in, so that the keys of the page go on from there. */
function leave(event: KeyboardEvent): void {
  const field = event.target as HTMLElement
  event.preventDefault()
  field.blur()
  field.closest<HTMLElement>("[tabindex='-1']")?.focus({ preventScroll: true })
}
