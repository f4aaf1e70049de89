import * as z from "zod"
import { PauseView } from "../agents/agent-schemas.ts"

/** The schemas of the response to an agent that asks for work: why it is offered this task or none. */

/** The pause because of which the asking agent is offered nothing. */
export const AskerPause = PauseView.extend({
  isTeam: z.boolean().describe("true: the whole team is paused; false: only this agent is paused"),
}).meta({ id: "AskerPause", description: "The pause that keeps an agent from being offered work" })

export const PassedOver = z
  .object({
    task: z.string(),
    title: z.string(),
    reason: z.enum([
      "importing",
      "waits_for",
      "not_landed",
      "not_before",
      "backoff",
      "blocked",
      "assigned",
      "held",
      "held_by_session",
      "other_project",
      "missing_tags",
      "resource_taken",
      "missing_skills",
      "rests_for_agent",
      "paused",
    ]),
    detail: z.string().describe("one sentence"),
  })
  .meta({ id: "PassedOver", description: "A task that was not offered, and why" })

export const ExplainView = z
  .object({
    summary: z.string().describe("one sentence"),
    paused: AskerPause.optional().describe("present only if the agent or the team is paused"),
    passedOver: z
      .array(PassedOver)
      .describe("the agent's own work in progress, then the most urgent tasks; at most 20"),
    more: z.boolean().describe("true: more tasks were passed over"),
  })
  .meta({ id: "Explanation", description: "Why this task is next, or why there is none" })
