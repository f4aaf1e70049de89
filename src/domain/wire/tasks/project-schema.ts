import * as z from "zod"

const count = z.int().describe("tasks")

export const ProjectView = z
  .object({
    name: z.string(),
    open: z.int().describe("tasks that are neither done nor cancelled"),
    todo: count,
    doing: count,
    blocked: count,
    review: count,
    done: count,
    cancelled: count,
  })
  .meta({ id: "Project", description: "A project, and how many tasks it has in each status" })
export type ProjectView = z.infer<typeof ProjectView>
