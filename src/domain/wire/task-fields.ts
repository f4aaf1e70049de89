import type * as z from "zod"
import type { TaskFields } from "../board/records.ts"
import {
  AgentName,
  Assignee,
  Criterion,
  Description,
  Eta,
  MetadataIn,
  Priority,
  Project,
  Tag,
  TaskId,
  Time,
  Title,
} from "./schemas.ts"

/** The fields of a task that whoever creates it may set and anyone may edit. `null` empties a field. */
export const editable = {
  title: Title.optional(),
  description: Description.nullish(),
  assignee: Assignee.optional(),
  reviewer: AgentName.nullish().describe("finished work waits for this reviewer"),
  done_criteria: Criterion.array()
    .max(100, "must have at most 100 criteria")
    .nullish()
    .describe("completion criteria, at most 100"),
  eta: Eta.nullish(),
  priority: Priority.nullish(),
  tags: Tag.array().max(50, "must have at most 50 tags").nullish().describe("tags, at most 50"),
  project: Project.nullish(),
  blockedBy: TaskId.array()
    .max(100, "must have at most 100 ids")
    .nullish()
    .describe("ids of the tasks that must be done before"),
  notBefore: Time.nullish().describe("ISO 8601 time before which it is not ready"),
  dueAt: Time.nullish().describe("ISO 8601 time by which it should be done"),
  metadata: MetadataIn.nullish(),
}

type Given = { [K in keyof typeof editable]?: z.output<(typeof editable)[K]> }

const whenEmptied = {
  done_criteria: [],
  tags: [],
  blockedBy: [],
  priority: "P2",
  project: "default",
  metadata: {},
} as const

/** The fields that were sent, as a record keeps them: repeated tags and ids once, `null` as what stands for nothing. */
export function fieldsFrom(given: Given): Partial<TaskFields> {
  const sent = Object.keys(editable).filter((key) => given[key as keyof Given] !== undefined)
  const fields = Object.fromEntries(
    sent.map((key) => {
      const value: unknown = given[key as keyof Given]
      if (value === null)
        return [key, key in whenEmptied ? whenEmptied[key as keyof typeof whenEmptied] : null]
      return [key, key === "tags" || key === "blockedBy" ? [...new Set(value as string[])] : value]
    }),
  )
  return fields
}
