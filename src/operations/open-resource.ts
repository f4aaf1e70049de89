import * as z from "zod"
import { viewResource } from "../domain/read-models/resource-view.ts"
import { ResourceView } from "../domain/wire/resource-schemas.ts"
import { ResourceName } from "../domain/wire/resource-fields.ts"
import { command } from "../operation.ts"

export const openResource = command({
  name: "resource.open",
  summary: "Open a resource that was closed",
  description: "Where it is not closed, nothing changes.",
  http: { method: "POST", path: "/resources/{name}/open" },
  access: "manage",
  input: z.strictObject({ name: ResourceName }),
  output: z.object({ resource: ResourceView }),

  decide: (board, { name }) =>
    board.resources.get(name)?.closed ? [{ type: "resource.opened", resource: name }] : [],
  answer: (board, _, { name }) => ({ resource: viewResource(board, name) }),
})
