/**
 * The facts about a refusal, as data from which an interface builds its hint. Every name that several codes share is
 * listed here, so that it has a single meaning. Times are ISO texts.
 */
export const factTable = {
  task: { kind: "text", about: "the id of the task in the request" },
  status: { kind: "text", about: "the status of that task" },
  possible: { kind: "texts", about: "the statuses to which that task can change" },
  holder: { kind: "textOrNull", about: "the agent that holds the task now; null: no agent" },
  expiresAt: { kind: "textOrNull", about: "when the task's lease ends; null: never, or there is no lease" },
  otherSession: { kind: "flag", about: "another session of the same agent holds the task" },
  heardAt: { kind: "textOrNull", about: "when that session last wrote" },
  silent: { kind: "flag", about: "true: that session has been silent long enough that it may have ended" },
  reviewer: { kind: "textOrNull", about: "the reviewer of the task" },
  isOwnReview: {
    kind: "flag",
    about: "the reviewer is doing the work, or did it, so anyone else may decide",
  },
  criteria: { kind: "texts", about: "the task's criteria that are not checked off" },
  check: { kind: "text", about: "the check that a criterion depends on" },
  criterion: { kind: "text", about: "the text of that criterion" },
  checks: { kind: "texts", about: "the task's checks that have not passed" },
  blockedBy: { kind: "texts", about: "the tasks that the task waits for" },
  readyAt: {
    kind: "text",
    about: "when a task that is waiting for its retry or its start time becomes ready",
  },
  missing: { kind: "flag", about: "a task that the request names does not exist" },
  notBefore: { kind: "text", about: "the planned start time of the task" },
  resource: { kind: "text", about: "the resource that is taken" },
  holders: { kind: "holders", about: "who is using the resource, or has unlanded work in it" },
  closedUntil: {
    kind: "textOrNull",
    about: "when the resource reopens by itself; null: only when somebody opens it",
  },
  skills: { kind: "texts", about: "the skills that the agent is not known to have" },
  agent: { kind: "text", about: "the name of an agent" },
  account: { kind: "text", about: "the name of an account" },
  needs: { kind: "text", about: "the role that the request requires" },
  person: { kind: "flag", about: "only a person may do this" },
  retryAfter: { kind: "number", about: "how many seconds to wait before the next try" },
  field: { kind: "text", about: "the input field that is missing or misplaced" },
} as const

interface Kinds {
  readonly text: string
  readonly textOrNull: string | null
  readonly texts: readonly string[]
  readonly flag: boolean
  readonly number: number
  readonly holders: readonly { readonly task: string; readonly agent: string; readonly unlanded?: true }[]
}

type KnownFacts = { readonly [F in keyof typeof factTable]?: Kinds[(typeof factTable)[F]["kind"]] }

export interface Facts extends KnownFacts {
  readonly [more: string]: unknown
}
