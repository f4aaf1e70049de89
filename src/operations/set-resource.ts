import * as z from "zod"
import { viewResource } from "../domain/read-models/resource-view.ts"
import { ResourceView } from "../domain/wire/resources/resource-schemas.ts"
import { ResourceName } from "../domain/wire/resources/resource-fields.ts"
import { Description, whole } from "../domain/wire/schemas.ts"
import { command } from "../operation.ts"

export const setResource = command({
  name: "resource.set",
  summary: "Set how many tasks may hold a resource at once",
  description:
    "If a resource has room for one task, it and anything below it exclude each other: `src` and `src/http`. If there is room for more, each task that needs the resource or one below it takes one slot. Lowering the number does not affect tasks in progress.",
  http: { method: "PUT", path: "/resources/{name}" },
  access: "manage",
  input: z.strictObject({
    name: ResourceName,
    capacity: whole(1, 10_000)
      .nullish()
      .describe(
        "how many tasks may hold the resource at once; null removes the declaration, which leaves room for one task",
      ),
    description: Description.nullish(),
  }),
  output: z.object({ resource: ResourceView }),

  decide(board, { name, capacity, description }) {
    const known = board.resources.get(name) ?? { capacity: null, description: null }
    const next = {
      capacity: capacity === undefined ? (known.capacity ?? 1) : capacity,
      description: description === undefined ? known.description : description,
    }
    const isSame = next.capacity === known.capacity && next.description === known.description
    return isSame ? [] : [{ type: "resource.declared", resource: name, ...next }]
  },
  answer: (board, _, { name }) => ({ resource: viewResource(board, name) }),
})
