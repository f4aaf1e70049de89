import * as z from "zod"
import type { OutputPlace } from "../domain/board/said/outputs.ts"
import { requireTask } from "../domain/board/find.ts"
import { OutputPlaceView, OutputRunView, OutputView } from "../domain/wire/checks/output-schemas.ts"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { TaskId, wholeInQuery } from "../domain/wire/schemas.ts"
import { iso } from "../domain/wire/time.ts"
import { isoTime } from "../domain/wire/field-views.ts"
import { query } from "../operation.ts"

export const readOutput = query({
  name: "task.output",
  summary: "Read the output of the command that is working on a task",
  description:
    "The response contains the last 64 KiB of output from each of the last two claims that printed something. The output is kept only in memory: a restart loses it, and a server with too much output drops some. If several servers share the board, the one that received the output keeps it, and `elsewhere` names that server. To follow the output, read with `after` whenever the event stream, opened with `output=1`, reports more output.",
  http: { method: "GET", path: "/tasks/{id}/output" },
  access: "read",
  input: z.strictObject({
    id: TaskId,
    epoch: wholeInQuery(0, Number.MAX_SAFE_INTEGER)
      .optional()
      .describe("the claim to read; default: the latest that printed something"),
    after: wholeInQuery(0, Number.MAX_SAFE_INTEGER)
      .optional()
      .describe("`end` of the previous response: return only what was printed since then"),
    fields: fieldsOf(OutputView),
  }),
  output: z.object({
    output: OutputView.nullable().describe("null: no output is kept"),
    kept: z.array(OutputRunView).describe("the claims whose output is kept, the latest first"),
    elsewhere: OutputPlaceView.nullable().describe(
      "another server of the board has more of this output; read it there",
    ),
    keptSince: isoTime.describe("output that arrived before this time may be lost"),
  }),
  record: "output",
  refusals: ["task_not_found", "task_deleted"],

  read(board, { id, epoch, after = 0 }, { outputs, places }) {
    const { n } = requireTask(board, id)
    const runs = outputs.of(n)
    const run = epoch === undefined ? runs[0] : runs.find((each) => each.epoch === epoch)
    const kept = runs.map(({ epoch, agent, startedAt, updatedAt }) => ({
      epoch,
      agent,
      startedAt: iso(startedAt),
      updatedAt: iso(updatedAt),
    }))
    const keptSince = iso(outputs.keptSince)
    const elsewhere = placeOf(places.of(n), epoch)
    if (!run) return { output: null, kept, elsewhere, keptSince }
    const start = after >= run.start && after <= run.end ? after : run.start
    const output = {
      epoch: run.epoch,
      agent: run.agent,
      text: run.textFrom(start),
      start,
      end: run.end,
      startedAt: iso(run.startedAt),
      updatedAt: iso(run.updatedAt),
    }
    return { output, kept, elsewhere, keptSince }
  },
})

// --- internal ---

function placeOf(place: OutputPlace | undefined, wanted: number | undefined) {
  if (!place || (wanted !== undefined && wanted !== place.epoch)) return null
  const { epoch, agent, host, url } = place
  return { epoch, agent, host, url }
}
