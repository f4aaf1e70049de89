import * as z from "zod"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { pageOfReflections as list } from "../domain/read-models/reflection-page.ts"
import { AgentName, paging, Project, SearchText, TaskId } from "../domain/wire/schemas.ts"
import { ofPast } from "../domain/wire/time-schemas.ts"
import { LessonView, page } from "../domain/wire/tasks/view-schemas.ts"
import { viewLesson } from "../domain/read-models/said-view.ts"
import { query } from "../operation.ts"

export const listReflections = query({
  name: "reflection.list",
  summary: "List lessons (reflections), newest first; with q, best match first",
  description: "Lessons from a deleted task are kept, without its title.",
  http: { method: "GET", path: "/reflections" },
  access: "read",
  input: z.strictObject({
    q: SearchText.optional(),
    agent: AgentName.optional().describe("only lessons of this agent"),
    task: TaskId.optional().describe("only lessons from this task"),
    project: Project.optional(),
    ...paging,
    ...ofPast,
    fields: fieldsOf(LessonView),
  }),
  output: z.object({ reflections: z.array(LessonView), ...page }),
  record: "reflections",
  past: "at",

  searches: ({ q }) => q !== undefined,
  indexes: ({ project }) => (project === undefined ? [] : ["project"]),
  read(board, { q, ...filter }, { search }) {
    const { items, next, total } = list(board, filter, q === undefined ? undefined : search.reflections(q))
    return { reflections: items.map((reflection) => viewLesson(board, reflection)), next, total }
  },
})
