import * as z from "zod"
import { viewPause } from "../domain/read-models/agent-view.ts"
import { Duration, Reason } from "../domain/wire/schemas.ts"
import { PauseView } from "../domain/wire/agents/agent-schemas.ts"
import { command } from "../operation.ts"

export const pauseTeam = command({
  name: "team.pause",
  summary: "Pause the team: offer no work to anyone, for a set time or until the team is resumed",
  description: "Work in progress can still be finished.",
  http: { method: "POST", path: "/team/pause" },
  access: "manage",
  input: z.strictObject({
    for: Duration("1s", "52w").optional().describe("how long; default: until the team is resumed"),
    reason: Reason.nullish(),
  }),
  output: z.object({ paused: PauseView.nullable() }),

  decide: (_, input, { now }) => [
    {
      type: "team.paused",
      until: input.for === undefined ? null : now + input.for,
      reason: input.reason ?? null,
    },
  ],
  answer: (board) => ({ paused: viewPause(board.counters.teamPause) }),
})
