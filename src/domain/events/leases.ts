import { iso } from "../wire/time.ts"
import { defineEvent } from "./kind.ts"

export const leaseEvents = {
  "lease.renewed": defineEvent({
    summary: "A claim was renewed",
    stored: {
      task: "id",
      until: "timeOrNull",
      length: "timeOrNull",
      /** The last comment by others that its holder has got. */
      heard: "id?",
      /** Its worker sees nothing new in the output of the command. */
      quiet: "quiet?",
    },
    shown: { expiresAt: "timeOrNull" },
    show: ({ until }) => ({ expiresAt: iso(until) }),
    undo: "beside",
    takes: "rule",
  }),
  "lease.expiring": defineEvent({
    summary: "Four fifths of a claim's time has passed without a sign of life",
    stored: { task: "id", agent: "text", until: "time" },
    shown: { agent: "text", expiresAt: "time" },
    show: ({ until }) => ({ expiresAt: iso(until) }),
    undo: "no",
    takes: "anyone",
  }),
  "lease.expired": defineEvent({
    summary: "A claim expired, and the task went back into the queue",
    stored: {
      /** In the first form, an expired lease counted as a failed attempt, and there were no `expiries`. */
      v: "form2",
      task: "id",
      agent: "text",
      attempts: "number",
      expiries: "number",
      to: "back",
      backoffUntil: "timeOrNull",
      reason: "textOrNull",
      /**
       * The assignee that keeps the task: it was offered to this agent, who could not start it because a resource was
       * taken.
       */
      assignee: "text?",
    },
    shown: { agent: "text", to: "back", attempts: "int", expiries: "int", reason: "textOrNull" },
    undo: "no",
    takes: "anyone",
  }),
  "lease.revoked": defineEvent({
    summary: "A claim was ended by someone else",
    stored: { task: "id", agent: "text" },
    shown: { agent: "text" },
    undo: "beside",
    takes: "rule",
  }),
  "leases.extended": defineEvent({
    summary: "The server was down, so every claim was extended to at least this time",
    stored: { until: "time" },
    shown: { until: "time" },
    undo: "no",
    takes: "anyone",
  }),
}
