import * as z from "zod"
import { isoTime } from "../field-views.ts"

const offset = z.int().min(0)

export const OutputView = z
  .object({
    epoch: z.int().describe("a number of the task, higher at each claim; a claim has one output"),
    agent: z.string().describe("who held the task"),
    text: z.string().describe("as it was printed, with its escape sequences"),
    start: offset.describe(
      "offset of the first byte of `text`; what is before it is not kept, or was not asked for",
    ),
    end: offset.describe("offset after the last byte: send it as `after` to read what comes next"),
    startedAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: "Output", description: "The output of a command during one claim of a task" })

/** A claim whose output is kept. */
export const OutputRunView = OutputView.pick({ epoch: true, agent: true, startedAt: true, updatedAt: true })

/** The output of a claim at another server of the board. */
export const OutputPlaceView = OutputRunView.pick({ epoch: true, agent: true }).extend({
  host: z.string().describe("the machine on which that server runs"),
  url: z.string().describe("where it is reached"),
})

/** A message of the event stream. It has no seq: it is not in the log and is never sent again. */
export const OutputNews = z
  .object({
    task: z.string(),
    epoch: z.int(),
    agent: z.string(),
    end: offset,
    line: z
      .string()
      .describe(
        "the last line that is not blank, without escape sequences; at most 200 characters; empty where another server of the board keeps the output",
      ),
  })
  .meta({ id: "OutputNews", description: "A command that works on a task has printed more" })

export type OutputMessage = z.output<typeof OutputNews>
