import { stuckWords } from "../../domain/wire/enums.ts"
import { style } from "../output.ts"
import { ago } from "../show-time.ts"
import { table, type Column } from "../table.ts"
import { paintPriority, paintStatus, statusOf, type ShownTask } from "./task.ts"

/** Tasks in columns. */
export function taskTable(tasks: readonly ShownTask[]): string {
  const used = ownColumns.filter(({ text }) => tasks.some((task) => text(task) !== ""))
  return table(tasks, [
    { title: "ID", text: ({ id }) => id, paint: style.bold },
    { title: "P", text: ({ priority }) => priority, paint: paintPriority },
    {
      title: "STATUS",
      text: statusOf,
      shorter: [(task) => statusOf(task, "short"), (task) => statusOf(task, "word")],
      paint: paintStatus,
    },
    {
      title: "ASSIGNEE",
      text: ({ assignee }) => (assignee === "unassigned" ? "-" : assignee),
      shrinks: true,
      least: 8,
      isOptional: true,
    },
    { title: "TITLE", text: ({ title }) => title, shrinks: true, least: 20 },
    // Where that is what was asked.
    ...(tasks.every(({ stuck }) => stuck)
      ? [
          {
            title: "WHY",
            text: ({ stuck = [] }: ShownTask) => stuck.map((each) => stuckWords[each]).join(", "),
          },
        ]
      : []),
    ...used,
    { title: "CHANGED", text: ({ updatedAt }) => ago(updatedAt), paint: style.dim, isOptional: true },
  ])
}

/** The tasks in the trash. */
export function trashTable(tasks: readonly ShownTask[]): string {
  const when = (time: string | undefined) => (time === undefined ? "" : ago(time))
  return table(tasks, [
    { title: "ID", text: ({ id }) => id, paint: style.bold },
    { title: "STATUS", text: ({ status }) => status, paint: paintStatus },
    { title: "TITLE", text: ({ title }) => title, shrinks: true, least: 20 },
    { title: "DELETED", text: ({ deleted }) => when(deleted?.at) },
    { title: "BY", text: ({ deleted }) => deleted?.by ?? "", shrinks: true, isOptional: true },
    { title: "GONE", text: ({ deleted }) => when(deleted?.until), paint: style.dim },
  ])
}

// --- internal ---

/** In a narrow terminal the title needs the room. */
const ifWide = { isOptional: true, from: 100 }

/** They are shown if any of the tasks has one. */
const ownColumns: readonly Column<ShownTask>[] = [
  {
    ...ifWide,
    title: "PROJECT",
    text: ({ project }) => (project === "default" ? "" : project),
    shrinks: true,
  },
  { ...ifWide, title: "TAGS", text: ({ tags }) => tags.join(","), shrinks: true },
  { ...ifWide, title: "DUE", text: ({ dueAt }) => (dueAt == null ? "" : ago(dueAt)) },
]
