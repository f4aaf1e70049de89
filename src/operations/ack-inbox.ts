import * as z from "zod"
import { noticesUpTo, unreadOf } from "../domain/evolve/inbox.ts"
import { nameKey } from "../domain/wire/names.ts"
import { AgentName, TaskId, whole } from "../domain/wire/schemas.ts"
import { fail } from "../errors.ts"
import { command } from "../operation.ts"
import { requireAgent } from "../domain/board/find.ts"

export const ackInbox = command({
  name: "inbox.ack",
  summary: "Mark an agent's inbox as read, up to and including an event number",
  description:
    "Notices up to and including this seq are no longer listed. Repeating the request changes nothing.",
  http: { method: "POST", path: "/agents/{name}/inbox/ack" },
  access: "work",
  input: z.strictObject({
    name: AgentName,
    seq: whole(1, Number.MAX_SAFE_INTEGER).describe("the seq of the last notice that was read"),
    task: TaskId.optional().describe("only the notices about this task"),
  }),
  output: z.object({ unread: z.number() }),
  actor: "name",
  refusals: ["agent_not_found"],

  decide(board, { name, seq, task }) {
    const agent = requireAgent(board, name)
    if (seq > board.counters.seq)
      fail("invalid_input", {
        detail: "No event has that number yet.",
        facts: { agent: agent.name, field: "seq" },
        errors: [{ path: "seq", message: `expected at most ${board.counters.seq}`, received: seq }],
      })
    const read = noticesUpTo(board, nameKey(agent.name), seq, task)
    if (read.next().done) return []
    return [{ type: "inbox.acked", agent: agent.name, seq, ...(task !== undefined && { about: task }) }]
  },
  answer: (board, _, { name }) => ({ unread: unreadOf(board, name) }),
})
