import { defineEvent } from "./kind.ts"

export const usageEvents = {
  "usage.told": defineEvent({
    summary: "An attempt reported its model usage",
    /** Exactly one of the two: the reported usage, or the counts from the agent's metrics. */
    stored: { task: "id", epoch: "number", agent: "text", said: "saidUsage?", series: "usageSeries?" },
    shown: { agent: "text", epoch: "int" },
    undo: "beside",
    takes: "rule",
  }),
}
