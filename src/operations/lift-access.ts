import * as z from "zod"
import { fail } from "../errors.ts"
import { command } from "../operation.ts"

export const liftAccess = command({
  name: "access.lift",
  summary: "Turn authentication off",
  description:
    "A token is not enough for this. Accounts and tokens stay; the next new token turns authentication on again.",
  http: { method: "DELETE", path: "/access" },
  access: "admin",
  input: z.strictObject({}),
  output: z.object({ required: z.boolean() }),
  refusals: ["needs_home"],

  decide(board, _, { who }) {
    if (who?.isHome !== true)
      fail("needs_home", "Only the key of the data directory turns authentication off.")
    return board.counters.accessRequired ? [{ type: "access.lifted" }] : []
  },
  answer: (board) => ({ required: board.counters.accessRequired }),
})
