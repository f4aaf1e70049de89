import { defineEvent, takesManage } from "./kind.ts"

/** What is known of agents, their inboxes and the team. */
export const teamEvents = {
  "agent.joined": defineEvent({
    summary: "An agent was seen for the first time, or its details changed",
    stored: { agent: "agentFields" },
    shown: { agent: "text", role: "textOrNull" },
    show: ({ agent: { name, role } }) => ({ agent: name, role }),
    undo: "beside",
    takes: "rule",
  }),
  "agent.deleted": defineEvent({
    summary: "An agent was removed from the list",
    stored: { agent: "text" },
    shown: { agent: "text" },
    undo: "beside",
    takes: "rule",
  }),
  "agent.paused": defineEvent({
    summary: "An agent was paused",
    stored: { agent: "text", until: "timeOrNull", reason: "textOrNull" },
    shown: { agent: "text", until: "timeOrNull", reason: "textOrNull" },
    undo: "yes",
    takes: "rule",
  }),
  "agent.resumed": defineEvent({
    summary: "A paused agent was resumed",
    stored: { agent: "text" },
    shown: { agent: "text" },
    undo: "yes",
    takes: takesManage("resume an agent"),
  }),
  "inbox.acked": defineEvent({
    summary: "An agent has read its inbox up to a seq",
    // The field is not called `task`, because a task's history does not show who has read it.
    stored: { agent: "text", seq: "number", about: "text?" },
    shown: { agent: "text", upTo: "int", about: ["text?", "only the notices about this task"] },
    show: ({ seq }) => ({ upTo: seq }),
    undo: "yes",
    takes: "rule",
  }),
  "inbox.put_back": defineEvent({
    summary: "Notices that were marked as read are unread again",
    stored: { agent: "text", notices: "notices" },
    shown: { agent: "text", count: "int" },
    show: ({ notices }) => ({ count: notices.length }),
    undo: "yes",
    takes: "rule",
  }),
  "host.joined": defineEvent({
    summary: "A host was seen for the first time",
    stored: { host: "text" },
    shown: { host: "text" },
    undo: "beside",
    takes: "anyone",
  }),
  "team.started": defineEvent({
    summary: "The starter team was seeded",
    stored: {},
    shown: {},
    undo: "no",
    takes: takesManage("seed the starter team"),
  }),
  "team.paused": defineEvent({
    summary: "The whole team was paused",
    stored: { until: "timeOrNull", reason: "textOrNull" },
    shown: { until: "timeOrNull", reason: "textOrNull" },
    undo: "yes",
    takes: takesManage("pause the team"),
  }),
  "team.resumed": defineEvent({
    summary: "The paused team was resumed",
    stored: {},
    shown: {},
    undo: "yes",
    takes: takesManage("resume the team"),
  }),
}
