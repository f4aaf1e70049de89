import * as z from "zod"
import { troubleOf } from "./database-url.ts"
import { durationHint, parseDuration } from "./domain/wire/duration.ts"

// What a setting may be. Flags and variables give text, the config file may give other types.

export const durationOf = (min: string, max: string) => {
  const message = `expected ${durationHint}, from ${min} to ${max}`
  return z
    .string({ error: message })
    .transform((text) => parseDuration(text) ?? 0)
    .refine((ms) => ms >= (parseDuration(min) ?? 0) && ms <= (parseDuration(max) ?? 0), message)
}

export const wholeOf = (min: number, max: number) => {
  const message = `expected a whole number from ${min} to ${max}`
  return z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], { error: message })
    .refine((n) => Number.isInteger(n) && n >= min && n <= max, message)
}

export const Hosts = z.preprocess(
  (value) => (typeof value === "string" ? value.split(",").map((name) => name.trim()) : value),
  z.array(
    z
      .string()
      .refine((name) => !name.includes("*"), {
        error: "each host is named; with * any web page could point a name of its own here (DNS rebinding)",
        abort: true,
      })
      .regex(
        /^[a-z\d](?:[a-z\d_.-]{0,251}[a-z\d])?$/i,
        "expected host names without port, such as upnext.example",
      ),
    { error: 'expected host names, such as ["upnext.example"]' },
  ),
)

export const Tokens = z.array(
  z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/), agent: z.string().min(1).optional() }),
  { error: 'expected [{"hash": "<SHA-256 of the token, in hex>"}]' },
)

export const Url = z.url({ protocol: /^https?$/, error: "expected a URL such as https://board.example" })

export const Gate = z.enum(["required", "optional"], { error: "expected required or optional" })

export const LogForm = z.enum(["text", "json"], { error: "expected text or json" })
export type LogForm = z.infer<typeof LogForm>

export const DatabaseUrl = z
  .string({ error: "expected the URL of a PostgreSQL database" })
  .superRefine((url, context) => {
    const trouble = troubleOf(url)
    if (trouble !== undefined) context.addIssue({ code: "custom", message: trouble })
  })

export const BoardName = z
  .string({ error: "expected the name of a board" })
  .regex(
    /^[a-z\d][a-z\d._-]{0,63}$/i,
    "expected a name of at most 64 letters, digits and . _ -, beginning with a letter or a digit",
  )
