import * as z from "zod"
import { roles } from "./access.ts"
import { AgentName, Duration } from "../schemas.ts"
import { isoTime } from "../field-views.ts"

/** The schemas of accounts and their tokens, in requests and in responses. */

export const AccountName = AgentName.refine(
  (name) => !/^\.{1,2}$|\p{Cf}/u.test(name),
  "must not be . or .., and must not contain invisible characters",
).describe("name of an account; case does not matter")

export const AccountRole = z
  .enum(roles, { error: "expected read, work, manage or admin" })
  .describe("what the account may do; each role includes those before it")

export const BoundAgent = AgentName.nullable().describe(
  "the agent that the account acts as; null: the agent with the account's name (role `work`), or any agent (higher roles)",
)

export const IsPerson = z
  .boolean({ error: "expected true or false" })
  .describe("the account belongs to a person")

/** What may be sent of an account beside its name. */
export const accountFields = {
  role: AccountRole.optional(),
  agent: BoundAgent.optional(),
  person: IsPerson.optional(),
}

export const Expiry = Duration("1m", "520w").describe(
  "how long the token is valid; default: until it is revoked",
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
    tokens: z.int().describe("how many valid tokens the account has"),
  })
  .meta({ id: "Account", description: "A member of a board that requires authentication" })
export type AccountView = z.infer<typeof AccountView>

export const TokenView = z
  .object({
    id: z.string(),
    account: z.string(),
    createdAt: isoTime,
    expiresAt: isoTime.nullable().describe("null: the token is valid until it is revoked"),
    expired: z.boolean(),
    lastUsedAt: isoTime
      .nullable()
      .describe("when the token was last used on this server since the server started"),
  })
  .meta({ id: "Token", description: "A token of an account. The token itself is not stored." })
export type TokenView = z.infer<typeof TokenView>

export const Secret = z
  .string()
  .nullable()
  .describe("the token itself, shown only once; null if the same request is sent again")

/** The answer with a new token. */
export const newTokenFields = {
  token: TokenView,
  account: AccountView.describe("the account of the token"),
  secret: Secret,
  first: z.boolean().describe("this token turned authentication on"),
}

export const AccessView = z
  .object({
    required: z.boolean().describe("authentication is on"),
    account: z.string().nullable().describe("the account of the token in the request"),
    role: AccountRole.nullable().describe(
      "what this request may do; null: everything, because authentication is off",
    ),
    agent: z.string().nullable().describe("the only agent that this request may act as"),
    name: z.string().nullable().describe("the name used for a request that names no agent"),
    person: z.boolean(),
  })
  .meta({ id: "Access", description: "Whether authentication is on, and who you are" })
