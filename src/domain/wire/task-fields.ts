import { CriteriaChecks } from "./check-schemas.ts"
import { ResourceName, Skill } from "./resource-fields.ts"
import {
  ActorName,
  AgentName,
  Assignee,
  CheckName,
  Criterion,
  Description,
  Eta,
  Markdown,
  MetadataIn,
  Priority,
  Project,
  Reason,
  Status,
  Tag,
  TaskId,
  Title,
} from "./schemas.ts"
import { Time } from "./time-schemas.ts"

/** The fields of a task that may be set when it is created and edited later. `null` empties a field. */
export const editable = {
  title: Title.optional(),
  description: Description.nullish(),
  assignee: Assignee.optional(),
  reviewer: AgentName.nullish().describe("finished work waits for this reviewer"),
  done_criteria: Criterion.array()
    .max(100, "must have at most 100 criteria")
    .nullish()
    .describe("completion criteria, at most 100"),
  checks: CheckName.array()
    .max(20, "must have at most 20 names")
    .nullish()
    .describe("names of the checks that prove it, at most 20; what a name runs stands in the repository"),
  criteriaChecks: CriteriaChecks.nullish(),
  eta: Eta.nullish(),
  priority: Priority.nullish(),
  tags: Tag.array().max(50, "must have at most 50 tags").nullish().describe("tags, at most 50"),
  project: Project.nullish(),
  blockedBy: TaskId.array()
    .max(100, "must have at most 100 ids")
    .nullish()
    .describe("ids of the tasks that must be done before"),
  parent: TaskId.nullish().describe("id of its parent, which waits for all its children"),
  discoveredFrom: TaskId.nullish().describe("id of the task whose work brought this one to light"),
  resources: ResourceName.array()
    .max(50, "must have at most 50 names")
    .nullish()
    .describe("what it needs while somebody is at work on it, such as `src/http` or `gpu`, at most 50"),
  skills: Skill.array()
    .max(50, "must have at most 50 skills")
    .nullish()
    .describe("what an agent must be able to do to be given it, at most 50"),
  escalation: AgentName.array()
    .max(20, "must have at most 20 names")
    .nullish()
    .describe("who is to try it in turn: after a failed attempt the next one is the assignee; at most 20"),
  notBefore: Time.nullish().describe("it is not ready before this time"),
  dueAt: Time.nullish().describe("it should be done by this time"),
  metadata: MetadataIn.nullish(),
}

/** What an edit may change of a task. */
export const changeable = {
  ...editable,
  status: Status.optional(),
  reason: Reason.nullish().describe("why it is blocked; goes with status blocked"),
  reflection: Markdown.optional().describe(
    "what was learned; due where the assignee moves work out of doing",
  ),
  comment: Markdown.optional().describe("posted as a comment too"),
}

export const creatable = {
  ...editable,
  title: editable.title.unwrap(),
  createdBy: ActorName.nullish().describe("who creates it; default: the sender of the request"),
  status: Status.extract(["todo", "doing", "blocked"], { error: "expected one of todo, doing, blocked" })
    .nullish()
    .transform((status) => status ?? "todo")
    .describe("where it starts; default: todo"),
}
