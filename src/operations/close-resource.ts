import * as z from "zod"
import { viewResource } from "../domain/read-models/resource-view.ts"
import { requireLater } from "../domain/rules/limits.ts"
import { ResourceView } from "../domain/wire/resources/resource-schemas.ts"
import { ResourceName } from "../domain/wire/resources/resource-fields.ts"
import { Reason } from "../domain/wire/schemas.ts"
import { Time } from "../domain/wire/time-schemas.ts"
import { timeOf } from "../domain/wire/time.ts"
import { command } from "../operation.ts"

export const closeResource = command({
  name: "resource.close",
  summary: "Close a resource to new work, until a given time or until it is opened",
  description:
    "Everything below the resource is closed too. Work that is using the resource continues. At the given time the resource reopens by itself, and waiting agents get work.",
  http: { method: "POST", path: "/resources/{name}/close" },
  access: "manage",
  input: z.strictObject({
    name: ResourceName,
    until: Time.nullish().describe("when the resource reopens; default: when somebody opens it"),
    reason: Reason.nullish(),
  }),
  output: z.object({ resource: ResourceView }),

  decide(board, { name, until: sent, reason = null }, { now }) {
    const until = sent == null ? null : timeOf(sent, now)
    requireLater(until, now)
    return [{ type: "resource.closed", resource: name, until, reason }]
  },
  answer: (board, _, { name }) => ({ resource: viewResource(board, name) }),
})
