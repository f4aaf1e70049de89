import { useEffect, useState } from "preact/hooks"
import { session } from "../api/session.ts"
import { listen } from "./listen.ts"

/** What a person may be told of while they look elsewhere: the kinds of notices, and work that comes to a stop. */
export const notifyKinds = {
  review_requested: "A review is waiting for me",
  mention: "I am mentioned",
  comment: "Someone comments on my work or question",
  unblocked: "My task, or one that I asked about, is unblocked",
  changes_requested: "Changes to my work are requested",
  assigned: "A task is assigned to me",
  stuck: "A task is stuck",
} as const
export type NotifyKind = keyof typeof notifyKinds

/** How this browser draws attention. It is kept in the browser, and nothing is asked for unasked. */
export interface NotifySettings {
  /** The number of tasks that need me, in the title of the page. */
  readonly title: boolean
  /** A dot on the icon of the page while there are any. */
  readonly dot: boolean
  readonly system: boolean
  readonly sound: boolean
  readonly kinds: readonly NotifyKind[]
}

/** The settings of this browser, and how to change them. */
export function useNotify(): [NotifySettings, (changes: Partial<NotifySettings>) => void] {
  const [settings, set] = useState(current)
  useEffect(() => listen(changed, { change: () => set(current()) }), [])
  return [settings, change]
}

// --- internal ---

const changed = new EventTarget()

const usual: NotifySettings = {
  title: true,
  dot: true,
  system: false,
  sound: false,
  kinds: ["review_requested", "mention", "stuck"],
}

function current(): NotifySettings {
  const text = session.notify()
  try {
    return text === null ? usual : { ...usual, ...(JSON.parse(text) as Partial<NotifySettings>) }
  } catch {
    return usual
  }
}

function change(changes: Partial<NotifySettings>): void {
  session.setNotify(JSON.stringify({ ...current(), ...changes }))
  changed.dispatchEvent(new Event("change"))
}
