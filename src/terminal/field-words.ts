// What the command line says of a field in its own words.

/** By field: the letter that stands for its flag. */
export const letters: Readonly<Record<string, string>> = { limit: "n", q: "q" }

/** By field: what its flag takes, where the command line reads or does more than the server does. */
export const readings: Readonly<Record<string, (said: string) => string>> = {
  at: () => "show the board as it was at this event or time, such as 512, or 1h for an hour ago",
  sort: (said) => said.replace("with q, otherwise created", "with --search, otherwise priority"),
}

/** What stands for a value: the flags that take it. A flag that means something else in one command says so itself. */
export const valuesOfFlags: Readonly<Record<string, string>> = {
  id: "id task parent found-in blocked-by waits-for question",
  name: "agent assignee not-assignee reviewer not-reviewer created-by finished-by escalation needs to project not-project tag not-tag skill resource check host name session board origin",
  duration: "lease wait eta every idle-exit timeout expires overlap for",
  "event|time": "at",
  seq: "seq",
  status: "status",
  result: "result",
  state: "pull",
  order: "sort",
  key: "once",
  account: "by",
  commit: "commit take",
  branch: "base",
  cursor: "cursor",
  token: "token lease-token",
  url: "url pr database database-direct",
  directory: "home trees",
}

/** By field: what the help of a command with many flags says, where the first clause would say too little. */
export const briefs: Readonly<Record<string, string>> = {
  eta: "expected duration, such as 45m, 2h or 3d",
  metadata: "other data of yours, stored as sent",
  needs: "tasks that this agent must review or unblock",
  pull: "pull request: open, merged, closed or landed",
  result: "expected result: change, text, none, children",
  sort: "created, updated, priority, due, started; - reverses",
}
