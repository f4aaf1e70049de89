import * as z from "zod"
import { isoTime } from "../field-views.ts"

/** The schemas of what answers show of those who work, and of where they do. */

export const PauseView = z
  .object({
    until: isoTime.nullable().describe("null: until somebody ends it"),
    by: z.string(),
    at: isoTime,
    reason: z.string().nullable(),
  })
  .meta({ id: "Pause", description: "A time in which nothing is offered" })

const SessionView = z
  .object({
    session: z.string().nullable().describe("null: its processes named none"),
    heardAt: isoTime
      .nullable()
      .describe(
        "when it wrote last on one of these tasks, a heartbeat included; null: nobody has claimed them",
      ),
    tasks: z.array(z.string()).describe("ids of the tasks that it is doing"),
  })
  .meta({ id: "AgentSession", description: "One of the processes that work under a name, with its tasks" })
export type SessionView = z.infer<typeof SessionView>

export const AgentView = z
  .object({
    name: z.string(),
    kind: z.enum(["agent", "person"]),
    role: z.string().nullable(),
    description: z.string().nullable(),
    resources: z.array(z.string()).describe("what it draws on, whatever it works on"),
    skills: z.array(z.string()).describe("what it can do"),
    joinedAt: isoTime,
    live: z.boolean().describe("it was heard of within the last two minutes"),
    lastSeenAt: isoTime.nullable().describe("since the server started"),
    host: z.string().nullable().describe("the machine that it named last"),
    session: z.string().nullable().describe("the session that it named last"),
    tasks: z.array(z.string()).describe("ids of the tasks that it is doing"),
    sessions: z.array(SessionView).describe("the same tasks by the session that holds them"),
    paused: PauseView.nullable().describe("the agent's own pause"),
    unread: z.int().describe("notices in its inbox"),
  })
  .meta({ id: "Agent", description: "A program or a person who works under a name" })
export type AgentView = z.infer<typeof AgentView>

export const HostView = z
  .object({
    name: z.string(),
    joinedAt: isoTime,
    lastSeenAt: isoTime.nullable().describe("since the server started"),
    agents: z.array(z.string()).describe("the agents that named this machine last"),
  })
  .meta({ id: "Host", description: "A machine that agents run on" })
