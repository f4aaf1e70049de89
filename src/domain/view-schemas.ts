import * as z from "zod"
import { priorities, statuses } from "./records.ts"

/** What answers are made of. Times are ISO 8601 in UTC; a field that holds nothing is null. */

const isoTime = z.iso.datetime()
const none = z.null()

export const LeaseView = z.object({
  holder: z.string(),
  expiresAt: z.union([isoTime, none]).describe("null: it does not run out"),
})

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
  eta: z.string().nullable(),
  etaMs: z.number().nullable(),
  notBefore: isoTime.nullable(),
  dueAt: isoTime.nullable(),
  blockedBy: z.array(z.string()),
  blocks: z.array(z.string()),
  ready: z.boolean().describe("may be started now"),
  attempts: z.number().describe("failed attempts since it was last opened"),
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

export const CommentView = z.object({
  id: z.string(),
  taskId: z.string(),
  author: z.string(),
  content: z.string(),
  createdAt: isoTime,
})
export type CommentView = z.infer<typeof CommentView>

export const AgentView = z.object({
  name: z.string(),
  kind: z.enum(["agent", "person"]),
  role: z.string().nullable(),
  description: z.string().nullable(),
  joinedAt: isoTime,
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

/** A page of a list: `next` is the cursor of the following page, null at the end. */
export const page = { next: z.string().nullable(), total: z.number() }
