import * as z from "zod"
import { AccessView } from "../domain/wire/access/access-schemas.ts"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { query } from "../operation.ts"

export const readAccess = query({
  name: "access.read",
  summary: "Show whether authentication is on, and who you are",
  description: "If the board requires a token, a missing or invalid token is refused.",
  http: { method: "GET", path: "/access" },
  access: "read",
  input: z.strictObject({ fields: fieldsOf(AccessView) }),
  output: z.object({ access: AccessView }),
  record: "access",

  read({ counters }, _, { who: sender }) {
    const who = sender?.isAnyone === true ? undefined : sender
    const access = {
      // The configuration may also require a token; the board does not know the configuration.
      required: who === undefined ? false : counters.accessRequired || who.isHome !== true,
      account: who?.account ?? null,
      role: who?.role ?? null,
      agent: who?.agent ?? null,
      name: who?.name ?? null,
      person: who?.isPerson === true,
    }
    return { access }
  },
})
