import * as z from "zod"
import { command } from "../operation.ts"

export const resumeTeam = command({
  name: "team.resume",
  summary: "End the pause of the whole team",
  description: "Agents that were paused individually stay paused.",
  http: { method: "POST", path: "/team/resume" },
  access: "manage",
  input: z.strictObject({}),
  output: z.object({ paused: z.null() }),

  decide: (board) => (board.counters.teamPause ? [{ type: "team.resumed" }] : []),
  answer: () => ({ paused: null }),
})
