const listTasks = "`upnext list` lists the tasks."

/** Hints by the field that a rule found missing or out of place. `<id>` stands for the task. */
export const fieldHints: Readonly<Record<string, string>> = {
  assignee: "Name an assignee with --assignee, or put the task in the queue with --status todo.",
  reviewer: "Name a reviewer with --reviewer, or finish work that needs no review with --status done.",
  reason: "Leave --reason out, or add --status blocked.",
  blockedBy: listTasks,
  parent: listTasks,
  discoveredFrom: listTasks,
  criterion:
    'Write its number or text, as in `--met 1 --met 2` or `upnext meet <id> 1`. `upnext edit <id> --criterion "+tests pass"` adds a criterion.',
  cursor:
    "Leave --cursor out to get the first page. A cursor works only for the same list in the same order.",
  seq: "`upnext inbox` shows the unread notices.",
  leaseToken: "Act under the name that holds the task (--agent), or leave --lease-token out.",
}
