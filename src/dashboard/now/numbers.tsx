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
  { key: "working", view: "working", words: () => "working", hint: "Tasks that somebody is doing now" },
  {
    key: "needsYou",
    view: "needs-you",
    words: (count) => (count === 1 ? "needs you" : "need you"),
    hint: "Tasks that wait for a person: stuck, to review, or with words for you",
  },
  {
    key: "stuck",
    view: "stuck",
    words: () => "stuck",
    hint: "Tasks at which work has come to a stop: overdue, blocked in silence, out of attempts, left by agents, or what none of them can do",
  },
  { key: "ready", view: "ready", words: () => "ready", hint: "Tasks that anybody may begin now" },
]
