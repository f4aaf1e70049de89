import * as z from "zod"
import { line } from "../schemas.ts"
import { longestModel, mostUsage } from "./usage-kinds.ts"

const tokens = z.int().min(0).max(mostUsage.tokens).optional()
const input = tokens.describe("input tokens, including cached ones")
const cost = z.number().min(0).max(mostUsage.cost).optional().describe("US dollars")

/** What somebody says that an attempt has used. */
export const Usage = z
  .strictObject({
    inputTokens: input,
    outputTokens: tokens.describe("thoughts included"),
    cacheReadTokens: tokens.describe("a part of the input"),
    cacheWriteTokens: tokens.describe("a part of the input"),
    cost,
    model: line(longestModel, "the name of a model").optional().describe("the name of the model"),
  })
  .describe("the usage of the attempt so far; a later report replaces an earlier one")
export type Usage = z.output<typeof Usage>

export const UsageField = Usage.optional()

const total = z.int().optional()
const counts = {
  inputTokens: total.describe("input tokens, including cached ones"),
  outputTokens: total.describe("thoughts included"),
  cacheReadTokens: total,
  cacheWriteTokens: total,
  cost: z.number().optional().describe("US dollars, if reported"),
}

export const UsageTotal = z
  .object(counts)
  .meta({ id: "UsageTotal", description: "Model usage; counts of 0 are left out" })
export type UsageTotal = z.output<typeof UsageTotal>

export const UsageView = z
  .object({
    total: UsageTotal,
    attempts: z
      .array(
        z.object({
          attempt: z.string().describe("such as T-12.3"),
          agent: z.string(),
          model: z.string().optional(),
          at: z.iso.datetime().describe("when it was last reported"),
          ...counts,
        }),
      )
      .describe("one row per model and attempt, latest attempt first, at most 50"),
  })
  .meta({ id: "Usage", description: "The usage reported by the attempts at a task" })
export type UsageView = z.output<typeof UsageView>
