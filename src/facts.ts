/**
 * What is known about a refusal, as data. A face makes its hint from it. Names that more than one code uses are listed
 * here, so that each has one meaning. Times are ISO texts.
 */
export const factTable = {
  task: { kind: "text", about: "the id of the task in the request" },
  status: { kind: "text", about: "where that task stands" },
  possible: { kind: "texts", about: "the statuses that it may be moved to" },
  holder: { kind: "textOrNull", about: "the agent that has the task now; null: nobody" },
  expiresAt: { kind: "textOrNull", about: "when its lease ends; null: it has no end, or there is no lease" },
  otherSession: { kind: "flag", about: "another session of the same agent holds the task" },
  heardAt: { kind: "textOrNull", about: "when that session wrote last" },
  silent: { kind: "flag", about: "that was so long ago that it may have ended" },
  reviewer: { kind: "textOrNull", about: "the reviewer of the task" },
  isOwnReview: { kind: "flag", about: "the reviewer does, or did, the work, so anyone else may decide" },
  criteria: { kind: "texts", about: "its criteria that are not checked off" },
  check: { kind: "text", about: "the check that a criterion stands on" },
  criterion: { kind: "text", about: "the text of that criterion" },
  checks: { kind: "texts", about: "its checks that have not passed" },
  blockedBy: { kind: "texts", about: "the tasks that it waits for" },
  readyAt: { kind: "text", about: "when the task, which rests or is planned for later, is ready" },
  notBefore: { kind: "text", about: "when the task may be started, where that is planned" },
  resource: { kind: "text", about: "what is taken" },
  holders: { kind: "holders", about: "who is at work in it, or has work there that has not landed" },
  closedUntil: { kind: "textOrNull", about: "when it opens by itself; null: when somebody opens it" },
  skills: { kind: "texts", about: "what the agent was not said to be able to do" },
  agent: { kind: "text", about: "the name of an agent" },
  account: { kind: "text", about: "the name of an account" },
  needs: { kind: "text", about: "the role that the request takes" },
  person: { kind: "flag", about: "only a person may do it" },
  retryAfter: { kind: "number", about: "after how many seconds to try again" },
  field: { kind: "text", about: "the field of the input that is missing or out of place" },
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
