import * as z from "zod"
import { Said } from "../domain/wire/tasks/said-schema.ts"
import { requireTask } from "../domain/board/find.ts"
import { callerOf } from "../domain/rules/lease.ts"
import { claimOfOutput } from "../domain/rules/output.ts"
import { OutputText, TaskId, whole, holderFields } from "../domain/wire/schemas.ts"
import { softCommand } from "../operation.ts"

export const sendOutput = softCommand({
  name: "task.sendOutput",
  summary: "Send the output of the command that is working on a task",
  description:
    "The holder sends the output. The server keeps the last 64 KiB of each claim's output in memory, for a task's last two claims. Sending output does not renew the lease. Output may be sent as often as it appears: parts that arrive together are shown together. With `at`, a part that is sent twice is stored once. If `gap` is true, the server has lost earlier output, for example in a restart; resend what you still have.",
  http: { method: "POST", path: "/tasks/{id}/output" },
  access: "work",
  input: z.strictObject({
    id: TaskId,
    text: OutputText,
    at: whole(0, Number.MAX_SAFE_INTEGER)
      .optional()
      .describe("offset of the text's first byte in this claim's output; default: after the last part sent"),
    ...holderFields,
  }),
  output: z.object({
    epoch: z
      .int()
      .describe("the number of the claim, which increases with each claim; each claim has its own output"),
    start: z.int().describe("offset of the first byte that is kept"),
    end: z.int().describe("offset after the last byte"),
    gap: z.boolean().describe("the text begins after the end of the output that the server has"),
    said: Said,
  }),
  hears: true,
  actor: "agent",
  subject: "id",
  refusals: ["lease_lost", "task_taken", "invalid_transition"],

  part(board, input, context) {
    const task = requireTask(board, input.id)
    const claim = claimOfOutput(task, callerOf(input, context), context)
    return { task: task.n, ...claim, text: input.text, at: input.at }
  },
  answer: ({ epoch, start, end, isGap }) => ({ epoch, start, end, gap: isGap }),
})
