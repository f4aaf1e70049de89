import type { NowView } from "../api/types.ts"
import { ViewLink } from "../page/view-link.tsx"

/** The four numbers of the present. Each opens the list that it counts. */
export function Numbers({ counts }: { counts: NowView | null }) {
  return (
    <ul class="figures">
      {figures.map(({ key, view, words, hint }) => {
        const count = counts?.[key]
        return (
          <li key={key}>
            <ViewLink class={`figure figure-${key}${count === 0 ? " is-none" : ""}`} view={view} title={hint}>
              <strong>{count ?? "–"}</strong> <span>{words(count ?? 0)}</span>
            </ViewLink>
          </li>
        )
      })}
    </ul>
  )
}

// --- internal ---

interface Figure {
  readonly key: keyof NowView
  readonly view: string
  readonly hint: string
  words(count: number): string
}

const figures: readonly Figure[] = [
  { key: "working", view: "working", words: () => "working", hint: "Tasks in progress" },
  {
    key: "needsYou",
    view: "needs-you",
    words: (count) => (count === 1 ? "needs you" : "need you"),
    hint: "Tasks that need a person: stuck, to review, or with a message for you",
  },
  {
    key: "stuck",
    view: "stuck",
    words: () => "stuck",
    hint: "Tasks that have stopped: overdue, silently blocked, out of attempts, abandoned, or not possible for any agent",
  },
  { key: "ready", view: "ready", words: () => "ready", hint: "Tasks that can start now" },
]
