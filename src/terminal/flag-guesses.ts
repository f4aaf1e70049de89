/** The names of flags and places that a flag of another tool may mean, the likeliest first. Without dashes, in kebab-case. */
export function flagsMeant(name: string): readonly string[] {
  const [, meant = ""] = Object.entries(flagTable).find(([names]) => names.split(", ").includes(name)) ?? []
  return meant.split(", ")
}

/** A flag that stands for a flag and its value, as these: `--mine` is `--assignee me`. */
export function flagAndValueMeant(name: string): readonly [flag: string, value: string] | undefined {
  return Object.hasOwn(wholeFlags, name) ? wholeFlags[name] : undefined
}

// --- internal ---

const flagTable: Readonly<Record<string, string>> = {
  "l, label, labels, tags, type, types, add-label, add-tag, kind": "tag",
  "d, desc, body, b": "description, content, comment, reason, summary",
  "m, message, c, comment, reason, note, notes, text": "content, comment, reason, summary, description",
  "a, assign, owner, add-assignee, for": "assignee",
  "p, pri, prio": "priority",
  "s, state": "status",
  "due, deadline, due-date": "due-at",
  "depends-on, dep, deps, depends, add-blocked-by": "blocked-by",
  "ac, acceptance, acceptance-criteria, criteria, done-when": "criterion",
  estimate: "eta",
  "defer, wait-until, scheduled": "not-before",
  "query, grep, keyword": "search",
  "author, creator, reporter": "created-by",
  "max, count, max-results": "limit",
  "subtask-of, epic": "parent",
  "order, order-by": "sort",
  "user, actor, as": "agent",
}

/** Flags that stand for a flag and its value. */
const wholeFlags: Readonly<Record<string, readonly [flag: string, value: string]>> = {
  mine: ["assignee", "me"],
  unassigned: ["assignee", "unassigned"],
  open: ["status", "open"],
  closed: ["status", "closed"],
  completed: ["status", "done"],
  blocked: ["status", "blocked"],
}
