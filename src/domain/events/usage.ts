import { defineEvent } from "./kind.ts"

export const usageEvents = {
  "usage.told": defineEvent({
    summary: "An attempt reported its model usage",
    /** One of the two: what was said, or what the agent's metrics count. */
    stored: { task: "id", epoch: "number", agent: "text", said: "saidUsage?", series: "usageSeries?" },
    shown: { agent: "text", epoch: "int" },
    undo: "beside",
    takes: "rule",
  }),
}
