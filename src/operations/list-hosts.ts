import * as z from "zod"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { viewAgent, viewHost } from "../domain/read-models/agent-view.ts"
import { HostName, paging } from "../domain/wire/schemas.ts"
import { ofPast } from "../domain/wire/time-schemas.ts"
import { HostView } from "../domain/wire/agents/agent-schemas.ts"
import { page } from "../domain/wire/tasks/view-schemas.ts"
import { query } from "../operation.ts"

export const listHosts = query({
  name: "host.list",
  summary: "List the machines that agents run on, by name",
  description: "A machine is listed once an agent has named it.",
  http: { method: "GET", path: "/hosts" },
  access: "read",
  input: z.strictObject({
    ...paging,
    cursor: HostName.optional().describe("`next` of the previous page"),
    ...ofPast,
    fields: fieldsOf(HostView),
  }),
  output: z.object({ hosts: z.array(HostView), ...page }),
  record: "hosts",
  past: "at",

  indexes: () => ["doing"],
  read(board, { limit, cursor = "" }, context) {
    const hosts = [...board.hosts.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    const from = hosts.filter(({ name }) => name > cursor)
    const agents = [...board.agents.values()].map((agent) => viewAgent(board, agent, context))
    const items = from.slice(0, limit).map((host) => viewHost(host, agents))
    return {
      hosts: items,
      next: from.length > limit ? (items.at(-1)?.name ?? null) : null,
      total: hosts.length,
    }
  },
})
