import * as z from "zod"
import { AccessView } from "../domain/wire/access/access-schemas.ts"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { query } from "../operation.ts"

export const readAccess = query({
  name: "access.read",
  summary: "Whether the board asks who is there, and who you are to it",
  description: "It tries a token: one that is missing where the board asks for it, or not good, is refused.",
  http: { method: "GET", path: "/access" },
  access: "read",
  input: z.strictObject({ fields: fieldsOf(AccessView) }),
  output: z.object({ access: AccessView }),
  record: "access",

  read({ counters }, _, { who: sender }) {
    const who = sender?.isAnyone === true ? undefined : sender
    const access = {
      // The configuration may ask too, which the board does not know.
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
