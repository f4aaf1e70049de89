import * as z from "zod"
import { projectNames, projectScope } from "../domain/board/scopes.ts"
import type { Board } from "../domain/board/board.ts"
import { openStatuses } from "../domain/wire/enums.ts"
import { ProjectView } from "../domain/wire/tasks/project-schema.ts"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { paging, Project } from "../domain/wire/schemas.ts"
import { ofPast } from "../domain/wire/time-schemas.ts"
import { page } from "../domain/wire/tasks/view-schemas.ts"
import { query } from "../operation.ts"

export const listProjects = query({
  name: "project.list",
  summary: "List the projects that have tasks, by name",
  description: "A project exists as long as it has a task. The server updates the counts as tasks change.",
  http: { method: "GET", path: "/projects" },
  access: "read",
  input: z.strictObject({
    ...paging,
    cursor: Project.optional().describe("`next` of the previous page"),
    ...ofPast,
    fields: fieldsOf(ProjectView),
  }),
  output: z.object({ projects: z.array(ProjectView), ...page }),
  record: "projects",
  past: "at",

  read(board, { limit, cursor = "" }) {
    const names = projectNames(board).sort()
    const from = names.filter((name) => name > cursor)
    const shown = from.slice(0, limit)
    return {
      projects: shown.map((name) => view(board, name)),
      next: from.length > limit ? (shown.at(-1) ?? null) : null,
      total: names.length,
    }
  },
})

// --- internal ---

function view(board: Board, name: string): ProjectView {
  const { all: _, ...counts } = board.statusCounts.of(projectScope(name))
  const open = openStatuses.reduce((sum, status) => sum + counts[status], 0)
  return { name, open, ...counts }
}
