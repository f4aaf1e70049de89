// What the command line says of a field in its own words.

/** By field: the letter that stands for its flag. */
export const letters: Readonly<Record<string, string>> = { limit: "n", q: "q" }

/** By field: what its flag takes, where the command line reads or does more than the server does. */
export const readings: Readonly<Record<string, (said: string) => string>> = {
  at: () => "show the board as it was at an event (its number), or a time, such as 1h for an hour ago",
  sort: (said) => said.replace("with q, otherwise created", "with --search, otherwise priority"),
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
