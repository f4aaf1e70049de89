import type { NowView } from "../api/types.ts"
import { counted } from "../words/format.ts"
import { FilterLink } from "./filter-link.tsx"

/** The four numbers of the present. Each opens what it counts, if there is any. */
export function Numbers({ counts }: { counts: NowView | null }) {
  return (
    <ul class="figures">
      {figures.map(({ key, address, words, hint }) => {
        const count = counts?.[key]
        const text = (
          <>
            <strong>{count === undefined ? "–" : counted(count)}</strong> <span>{words(count ?? 0)}</span>
          </>
        )
        return (
          <li key={key} title={hint}>
            {count === 0 ? (
              <span class={`figure figure-${key} is-none`}>{text}</span>
            ) : (
              <FilterLink class={`figure figure-${key}`} address={`/dashboard/${address}`}>
                {text}
              </FilterLink>
            )}
          </li>
        )
      })}
    </ul>
  )
}

// --- internal ---

interface Figure {
  readonly key: keyof NowView
  /** Where it leads, below the dashboard. */
  readonly address: string
  readonly hint: string
  words(count: number): string
}

const figures: readonly Figure[] = [
  { key: "working", address: "list?working=1", words: () => "doing", hint: "Tasks in progress" },
  {
    key: "needsYou",
    address: "needs-you",
    words: (count) => (count === 1 ? "needs you" : "need you"),
    hint: "Tasks that need a person: stuck, to review, or with a message for you",
  },
  {
    key: "stuck",
    address: "list?stuck=1",
    words: () => "stuck",
    hint: "Tasks whose work has stopped: overdue, blocked without news, out of attempts, abandoned, or impossible for every agent",
  },
  { key: "ready", address: "list?ready=1", words: () => "ready", hint: "Tasks that can start now" },
]
