import * as z from "zod"
import { freePlaces } from "../domain/rules/work.ts"
import { viewResource } from "../domain/read-models/resource-view.ts"
import { ResourceView } from "../domain/wire/resources/resource-schemas.ts"
import { ResourceName } from "../domain/wire/resources/resource-fields.ts"
import { command } from "../operation.ts"

export const openResource = command({
  name: "resource.open",
  summary: "Open a resource that was closed or is kept by unlanded work",
  description:
    "Tasks whose work has not landed also lose the resource, and everything below it. Work that is using the resource continues. If the resource is neither closed nor kept, nothing changes.",
  http: { method: "POST", path: "/resources/{name}/open" },
  access: "manage",
  input: z.strictObject({ name: ResourceName }),
  output: z.object({ resource: ResourceView }),

  decide: (board, { name }) => [
    ...(board.resources.get(name)?.closed ? [{ type: "resource.opened", resource: name } as const] : []),
    ...freePlaces(board, name),
  ],
  answer: (board, _, { name }) => ({ resource: viewResource(board, name) }),
})
