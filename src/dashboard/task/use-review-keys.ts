import { useRef } from "preact/hooks"
import type { TaskView } from "../api/types.ts"
import { stepLines } from "../change/step-lines.ts"
import type { FileReading } from "../change/use-reading.ts"
import { useShortcuts, type Shortcut } from "../page/keys.ts"
import { navigate } from "../page/route.ts"
import { useApp } from "../state/context.ts"
import type { Card, State } from "../state/state.ts"
import { isSameName } from "../../domain/wire/names.ts"
import { byName } from "../words/format.ts"
import { reviewKeys } from "../words/review-keys.ts"

/** The keys by which a change is read. Those of the decision belong to its buttons. */
export function useReviewKeys(
  task: TaskView,
  middle: { readonly current: HTMLElement | null },
  { view, viewed }: FileReading,
): void {
  const step = (by: number) =>
    middle.current && stepLines(middle.current, by, ".added button, .removed button")
  const toLine = (keys: "j" | "k", by: number): Shortcut => ({
    ...{ keys, label: reviewKeys[keys], group: "Review", repeats: true },
    run: () => void step(by),
  })

  /** Marks the file in which the focus is, else the first that was not viewed, and goes to the next. */
  function viewFile() {
    const files = [...(middle.current?.querySelectorAll<HTMLElement>(".changed-file") ?? [])]
    const inFocus = document.activeElement?.closest<HTMLElement>(".changed-file")
    const of = inFocus ?? files.find(({ dataset }) => !viewed.has(dataset["file"] ?? ""))
    if (!of) return
    view(of.dataset["file"] ?? "")
    const next = files[files.indexOf(of) + 1] ?? of
    next.querySelector<HTMLElement>("h4 button")?.focus({ preventScroll: true })
    next.scrollIntoView({ block: "nearest" })
  }

  useShortcuts([
    toLine("j", 1),
    toLine("k", -1),
    { keys: "v", label: reviewKeys.v, group: "Review", run: viewFile },
  ])
}

/** `]` and `[` lead from review to review, also from one that was just decided. @returns the next after such a one */
export function useNextReview(id: string, isReview: boolean): Card | undefined {
  const { store } = useApp()
  const last = useRef("")
  if (isReview) last.current = id
  const to = (by: 1 | -1, keys: "]" | "["): Shortcut => ({
    ...{ keys, label: reviewKeys[keys], group: "Review" as const },
    when: () => reviewBeside(store.state, id, by) !== undefined,
    run: () => navigate(reviewBeside(store.state, id, by)?.id ?? id),
  })
  useShortcuts(last.current === id ? [to(1, "]"), to(-1, "[")] : [])
  return last.current === id && !isReview ? reviewBeside(store.state, id, 1) : undefined
}

// --- internal ---

/** The review after a task, or before it, the most urgent first; from the last one on it begins anew. */
function reviewBeside({ tasks, name }: State, id: string, by: 1 | -1): Card | undefined {
  const here = tasks.get(id)
  const reviews = [...tasks.values()]
    .filter(
      (task) =>
        task.id === id ||
        (task.status === "review" && !isSameName(task.assignee, name) && isForMe(task, name)),
    )
    .sort((a, b) => byName(a.priority, b.priority) || byName(a.id, b.id))
  const at = here ? reviews.indexOf(here) : -1
  const next = reviews[(at + by + reviews.length) % reviews.length]
  return next?.id === id ? undefined : next
}

const isForMe = ({ reviewer }: TaskView, name: string | null) =>
  reviewer === null || name === null || isSameName(reviewer, name)
