import * as z from "zod"
import { noticeKinds, priorities, statuses } from "./enums.ts"

/** What answers are made of. Times are ISO 8601 in UTC; a field that holds nothing is null. */

const isoTime = z.iso.datetime()
const none = z.null()

export const LeaseView = z.object({
  holder: z.string(),
  expiresAt: z.union([isoTime, none]).describe("null: it does not run out"),
})

const CheckView = z.object({ by: z.string(), at: isoTime, evidence: z.string().nullable() })

export const TaskView = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable().optional(),
  status: z.enum(statuses),
  reason: z.string().nullable(),
  priority: z.enum(priorities),
  project: z.string(),
  tags: z.array(z.string()),
  assignee: z.string().describe("`unassigned` means nobody"),
  reviewer: z.string().nullable(),
  createdBy: z.string(),
  done_criteria: z.array(z.string()).optional(),
  criteria: z
    .array(z.object({ text: z.string(), check: CheckView.nullable().describe("null: not met yet") }))
    .optional(),
  criteriaCount: z.number(),
  criteriaMet: z.number().describe("how many of them are checked off"),
  eta: z.string().nullable(),
  etaMs: z.number().nullable(),
  notBefore: isoTime.nullable(),
  dueAt: isoTime.nullable(),
  blockedBy: z.array(z.string()),
  blocks: z.array(z.string()),
  ready: z.boolean().describe("may be started now"),
  attempts: z.number().describe("failed attempts since it was last opened"),
  backoffUntil: isoTime.nullable().describe("after a failed attempt it rests, or rested, until then"),
  lease: LeaseView.nullable(),
  commentCount: z.number(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  summary: z.string().nullable().optional(),
  createdAt: isoTime,
  updatedAt: isoTime,
  startedAt: isoTime.nullable(),
  finishedAt: isoTime.nullable(),
  version: z.number().describe("counts changes of the record; the ETag"),
})
export type TaskView = z.infer<typeof TaskView>

export const LeaseGrant = z.object({
  token: z.string(),
  epoch: z.number(),
  expiresAt: z.union([isoTime, none]),
})
export type LeaseGrant = z.infer<typeof LeaseGrant>

export const CommentView = z.object({
  id: z.string(),
  taskId: z.string(),
  author: z.string(),
  content: z.string(),
  createdAt: isoTime,
})
export type CommentView = z.infer<typeof CommentView>

export const PauseView = z.object({
  until: isoTime.nullable().describe("null: until somebody ends it"),
  by: z.string(),
  at: isoTime,
  reason: z.string().nullable(),
})

export const AgentView = z.object({
  name: z.string(),
  kind: z.enum(["agent", "person"]),
  role: z.string().nullable(),
  description: z.string().nullable(),
  joinedAt: isoTime,
  live: z.boolean().describe("heard of within two minutes"),
  lastSeenAt: isoTime.nullable().describe("since the server started"),
  host: z.string().nullable().describe("the machine it named last"),
  session: z.string().nullable().describe("the session it named last"),
  tasks: z.array(z.string()).describe("what it has in doing"),
  paused: PauseView.nullable().describe("the agent's own pause"),
  unread: z.number().describe("notices in its inbox"),
})
export type AgentView = z.infer<typeof AgentView>

export const ReflectionView = z.object({
  id: z.string(),
  taskId: z.string(),
  agent: z.string(),
  content: z.string(),
  createdAt: isoTime,
})

/** A reflection as others find it. */
export const LessonView = ReflectionView.extend({
  title: z.string().nullable().describe("of the task; null when it was deleted"),
})

export const ReviewView = z.object({
  id: z.string(),
  taskId: z.string(),
  reviewer: z.string(),
  decision: z.enum(["approve", "request_changes"]),
  comment: z.string().nullable(),
  createdAt: isoTime,
})

export const PassedOver = z.object({
  task: z.string(),
  title: z.string(),
  reason: z.enum([
    "waits_for",
    "not_before",
    "backoff",
    "blocked",
    "assigned",
    "held",
    "held_by_session",
    "other_project",
    "missing_tags",
    "paused",
  ]),
  detail: z.string().describe("one sentence"),
})

export const ExplainView = z.object({
  summary: z.string().describe("one sentence"),
  passedOver: z.array(PassedOver).describe("own work in progress, then the most urgent; at most 20"),
  more: z.boolean().describe("there are more"),
})

export const HostView = z.object({
  name: z.string(),
  joinedAt: isoTime,
  lastSeenAt: isoTime.nullable().describe("since the server started"),
  agents: z.array(z.string()).describe("who was heard of from there last"),
})

export const NoticeView = z.object({
  seq: z.number().describe("of the event it is about"),
  kind: z.enum(noticeKinds),
  task: z.string(),
  title: z.string().nullable().describe("null: the task was deleted"),
  at: isoTime,
  actor: z.string(),
  comment: z.string().nullable(),
  text: z.string().nullable().describe("the beginning of the comment"),
})

/** A page of a list: `next` is the cursor of the following page, null at the end. */
export const page = { next: z.string().nullable(), total: z.number() }
