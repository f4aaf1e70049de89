import * as z from "zod"
import { isoTime } from "../field-views.ts"

/** The schemas of agents, and of the hosts on which they work, as responses show them. */

export const PauseView = z
  .object({
    until: isoTime.nullable().describe("null: until somebody ends the pause"),
    by: z.string(),
    at: isoTime,
    reason: z.string().nullable(),
  })
  .meta({ id: "Pause", description: "A pause, during which no work is offered" })

const SessionView = z
  .object({
    session: z.string().nullable().describe("null: the processes did not name a session"),
    heardAt: isoTime
      .nullable()
      .describe(
        "when the session last wrote to one of these tasks, including heartbeats; null: nobody has claimed them",
      ),
    tasks: z.array(z.string()).describe("ids of its tasks in progress"),
  })
  .meta({ id: "AgentSession", description: "A process that works under a name, and its tasks" })
export type SessionView = z.infer<typeof SessionView>

export const AgentView = z
  .object({
    name: z.string(),
    kind: z.enum(["agent", "person"]),
    role: z.string().nullable(),
    description: z.string().nullable(),
    resources: z.array(z.string()).describe("the resources that the agent uses for any task"),
    skills: z.array(z.string()).describe("what the agent can do"),
    joinedAt: isoTime,
    live: z.boolean().describe("whether the agent was heard from within the last two minutes"),
    lastSeenAt: isoTime.nullable().describe("null: not since the server started"),
    host: z.string().nullable().describe("the last machine that the agent named"),
    session: z.string().nullable().describe("the last session that the agent named"),
    tasks: z.array(z.string()).describe("ids of its tasks in progress"),
    sessions: z.array(SessionView).describe("the same tasks, grouped by session"),
    paused: PauseView.nullable().describe("the agent's own pause"),
    unread: z.int().describe("notices in its inbox"),
  })
  .meta({ id: "Agent", description: "A program or a person that works under a name" })
export type AgentView = z.infer<typeof AgentView>

export const HostView = z
  .object({
    name: z.string(),
    joinedAt: isoTime,
    lastSeenAt: isoTime.nullable().describe("null: not since the server started"),
    agents: z.array(z.string()).describe("the agents that last named this machine"),
  })
  .meta({ id: "Host", description: "A machine that agents run on" })
