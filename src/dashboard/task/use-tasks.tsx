import { StatusIcon } from "../components/icons.tsx"
import type { ListOption } from "../components/option-list.tsx"
import type { UseSource } from "../components/sources.tsx"
import type { TaskView } from "../api/types.ts"
import { useSearch } from "../reads/use-search.ts"
import { useApp } from "../state/context.ts"
import { standsIn } from "../words/move-words.ts"
import { idIn } from "../words/rank.ts"

/** Tasks: those that the server finds for the words, else the open ones that have changed last. */
export const useTasks: UseSource = (typed) => {
  const { tasks } = useApp().store.state
  const found = useSearch(typed, tasks)
  return {
    options: () => (typed === "" ? latest([...tasks.values()]) : found.tasks).map(toOption),
    valueOf: idIn,
    said: found.isSearching
      ? "Searching…"
      : found.tasks.length < found.total
        ? "There are more. Type to find them."
        : "",
  }
}

// --- internal ---

const latest = (all: readonly TaskView[]) =>
  all
    .filter(({ status }) => status !== "done" && status !== "cancelled")
    .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))

const toOption = (task: TaskView): ListOption => ({
  value: task.id,
  name: task.title,
  hint: task.project === "default" ? undefined : task.project,
  icon: (
    <>
      <StatusIcon status={standsIn(task)} />
      <span class="id">{task.id}</span>
    </>
  ),
})
