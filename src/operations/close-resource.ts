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
  summary: "Close a resource: nobody begins what needs it, until a time or until it is opened",
  description:
    "All below it is closed too. Who is at work in it goes on. At its time it opens by itself, and who waits gets work.",
  http: { method: "POST", path: "/resources/{name}/close" },
  access: "manage",
  input: z.strictObject({
    name: ResourceName,
    until: Time.nullish().describe("without it, until somebody opens it"),
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
