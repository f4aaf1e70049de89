import * as z from "zod"
import { roles } from "./access.ts"
import { AgentName, Duration } from "../schemas.ts"
import { isoTime } from "../field-views.ts"

/** The schemas of accounts and their tokens, in requests and in answers. */

export const AccountName = AgentName.refine(
  (name) => !/^\.{1,2}$|\p{Cf}/u.test(name),
  "must not be . or .., and holds no invisible characters",
).describe("name of an account, compared without regard to case")

export const AccountRole = z
  .enum(roles, { error: "expected read, work, manage or admin" })
  .describe("what the account may do; each role holds those before it")

export const BoundAgent = AgentName.nullable().describe(
  "the agent that it acts as; null: with the role `work` one of its own name, with more anybody",
)

export const IsPerson = z.boolean({ error: "expected true or false" }).describe("the account is a person's")

/** What may be sent of an account beside its name. */
export const accountFields = {
  role: AccountRole.optional(),
  agent: BoundAgent.optional(),
  person: IsPerson.optional(),
}

export const Expiry = Duration("1m", "520w").describe(
  "how long the token is good; without it, until it is revoked",
)

/** A token id in any case, parsed to the form `K-7`. */
export const TokenId = z
  .string({ error: "expected the id of a token, such as K-7" })
  .transform((id) => id.trim().toUpperCase())
  .refine((id) => /^K-[1-9]\d{0,14}$/.test(id), "expected the id of a token, such as K-7")
  .meta({ description: "id of a token, such as K-7", pattern: "^\\s*[Kk]-[1-9]\\d{0,14}\\s*$" })

export const AccountView = z
  .object({
    name: z.string(),
    role: AccountRole,
    agent: z.string().nullable(),
    person: z.boolean(),
    createdAt: isoTime,
    tokens: z.int().describe("how many tokens it has that have not ended"),
  })
  .meta({ id: "Account", description: "A member of a board that requires authentication" })
export type AccountView = z.infer<typeof AccountView>

export const TokenView = z
  .object({
    id: z.string(),
    account: z.string(),
    createdAt: isoTime,
    expiresAt: isoTime.nullable().describe("null: it is good until it is revoked"),
    expired: z.boolean(),
    lastUsedAt: isoTime.nullable().describe("on this server, since it started"),
  })
  .meta({ id: "Token", description: "A token of an account. The token itself is kept nowhere." })
export type TokenView = z.infer<typeof TokenView>

export const Secret = z
  .string()
  .nullable()
  .describe("the token itself, shown this once; null when the same request is sent again")

/** The answer with a new token. */
export const newTokenFields = {
  token: TokenView,
  account: AccountView.describe("the account that it is of"),
  secret: Secret,
  first: z.boolean().describe("with it the board begins to ask for tokens"),
}

export const AccessView = z
  .object({
    required: z.boolean().describe("the board asks for tokens"),
    account: z.string().nullable().describe("the account of the token that came with the request"),
    role: AccountRole.nullable().describe(
      "what this request may do; null: everything, since nobody is asked",
    ),
    agent: z.string().nullable().describe("the one agent that it may act as"),
    name: z.string().nullable().describe("the name that it acts under where a request names none"),
    person: z.boolean(),
  })
  .meta({ id: "Access", description: "Whether the board asks who is there, and who you are to it" })
