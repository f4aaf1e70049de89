import * as z from "zod"

/** How an attempt at a task ended, or that it is still in progress. */
export const outcomes = ["done", "review", "released", "failed", "expired", "taken_back", "running"] as const

const isoTime = z.iso.datetime()

export const HistoryEntry = z
  .object({
    seq: z.int(),
    at: isoTime,
    actor: z.string(),
    via: z.string().optional().describe("the account that did it"),
    type: z.string().describe("the type of a public event, such as task.claimed"),
    changes: z
      .array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }))
      .describe("the task fields that the event changed, in the form used in responses"),
    comment: z.string().optional().describe("id of the comment that was posted"),
    kind: z.enum(["question", "answer"]).optional().describe("of the comment; omitted for any other one"),
    attachment: z.string().optional().describe("id of the file that was attached or removed"),
    detail: z.string().optional().describe("the text, in one line of at most 200 characters"),
  })
  .meta({ id: "HistoryEntry", description: "An event in the history of a task" })
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const AttemptView = z
  .object({
    agent: z.string(),
    startedAt: isoTime,
    endedAt: isoTime.nullable(),
    outcome: z
      .enum(outcomes)
      .describe("`taken_back`: somebody else took the task from the holder; `running`: still in progress"),
    reason: z.string().nullable(),
  })
  .meta({ id: "Attempt", description: "An attempt at a task" })
export type AttemptView = z.infer<typeof AttemptView>
