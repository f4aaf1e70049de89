import * as z from "zod"
import { isoTime } from "../field-views.ts"

const offset = z.int().min(0)

export const OutputView = z
  .object({
    epoch: z
      .int()
      .describe("the claim's number, which is higher for each new claim; each claim has its own output"),
    agent: z.string().describe("who held the task"),
    text: z.string().describe("as it was printed, with its escape sequences"),
    start: offset.describe(
      "offset of the first byte of `text`; earlier output has been lost or was not requested",
    ),
    end: offset.describe("offset after the last byte: send it as `after` to continue reading"),
    startedAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: "Output", description: "The output of a command during one claim of a task" })

/** A claim whose output is kept. */
export const OutputRunView = OutputView.pick({ epoch: true, agent: true, startedAt: true, updatedAt: true })

/** The output of a claim at another server of the board. */
export const OutputPlaceView = OutputRunView.pick({ epoch: true, agent: true }).extend({
  host: z.string().describe("the machine on which that server runs"),
  url: z.string().describe("the URL of that server"),
})

/** A message of the event stream. It has no seq, because it is not in the log and is never sent again. */
export const OutputNews = z
  .object({
    task: z.string(),
    epoch: z.int(),
    agent: z.string(),
    end: offset,
    at: isoTime
      .optional()
      .describe("when it was printed; omitted if another server of the board keeps the output"),
    line: z
      .string()
      .describe(
        "the last non-blank line, without escape sequences; at most 200 characters; empty if another server of the board keeps the output",
      ),
  })
  .meta({ id: "OutputNews", description: "The command that is working on a task has printed more output" })

export type OutputMessage = z.output<typeof OutputNews>
