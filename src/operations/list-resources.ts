import * as z from "zod"
import { viewResources } from "../domain/read-models/resource-view.ts"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { ResourceView } from "../domain/wire/resources/resource-schemas.ts"
import { ofPast } from "../domain/wire/time-schemas.ts"
import { query } from "../operation.ts"

export const listResources = query({
  name: "resource.list",
  summary: "List shared resources with limited capacity, their holders and the tasks waiting for them",
  description:
    "A resource is listed if it was declared, is closed, is held, or has tasks waiting for it. An undeclared resource has room for one task.",
  http: { method: "GET", path: "/resources" },
  access: "read",
  input: z.strictObject({ ...ofPast, fields: fieldsOf(ResourceView) }),
  output: z.object({ resources: z.array(ResourceView) }),
  record: "resources",
  past: "at",

  read: (board) => ({ resources: viewResources(board) }),
})
