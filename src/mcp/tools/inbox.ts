import * as z from "zod"
import type { OutputOf } from "../../client/contract.ts"
import { decisions } from "../../domain/wire/enums.ts"
import { quote } from "../fence.ts"
import { tool } from "../tool.ts"

export const inbox = tool({
  name: "inbox",
  description: "Read your notices, mark them as read, or decide on a review that waits for you.",
  isReadOnly: false,
  input: z.strictObject({
    ack: z.int().optional().describe("mark all up to this number as read"),
    review: z
      .strictObject({ task: z.string(), decision: z.enum(decisions), comment: z.string().optional() })
      .optional(),
  }),
  async run(caller, { ack, review }) {
    const done: string[] = []
    if (review) {
      const { task, ...decided } = review
      const { id } = caller.find(task)
      const answer = await caller.call("task.review", { id, reviewer: caller.agent, ...decided })
      done.push(`${id} is ${answer.task.status}.`)
    }
    if (ack !== undefined) {
      const { unread } = await caller.call("inbox.ack", { name: caller.agent, seq: ack })
      done.push(`${unread} unread.`)
    }
    if (done.length > 0) return done.join(" ")
    const { inbox: notices, total } = await caller.call("inbox.list", {
      name: caller.agent,
      limit: mostNotices,
    })
    if (notices.length === 0) return "Nothing unread."
    const more = total - notices.length
    return [...notices.map(row), ...(more > 0 ? [`${more} more; mark these as read first.`] : [])].join("\n")
  },
})

// --- internal ---

const mostNotices = 20

type InboxNotice = OutputOf<"inbox.list">["inbox"][number]

function row({ seq, kind, task, title, actor, text }: InboxNotice): string {
  const about = title === null ? "(deleted)" : quote(title, 60)
  return [
    `${seq} ${kind} ${task} ${about} from ${quote(actor)}`,
    ...(text === null ? [] : [`  ${quote(text, 500)}`]),
  ].join("\n")
}
