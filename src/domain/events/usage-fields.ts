import * as z from "zod"
import { usageKinds } from "../wire/usage/usage-kinds.ts"
import { number, text, textOrNull } from "./fields.ts"

/** The reported usage of an attempt: counts in the order of `usageKinds`. */
export const saidUsage = z.strictObject({ model: textOrNull, counts: z.array(number).readonly() })

/** Numbers that were not known before: see `UsagePoint`. */
export const usageSeries = z
  .array(
    z.strictObject({
      series: number,
      kinds: z.array(z.enum(usageKinds)).readonly(),
      model: textOrNull,
      known: z.array(z.tuple([text, number]).readonly()).readonly(),
    }),
  )
  .readonly()
