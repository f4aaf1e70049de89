/** The panel's name for a field of a task, from the path in an input: `blockedBy.0` is `Waits for`. */
export function fieldName(path: string): string {
  const [head = path] = path.split(/[.[]/)
  const words = names[head] ?? head.replace(/_/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2")
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

// --- internal ---

/** Names that differ from the name of the field. */
const names: Readonly<Record<string, string>> = {
  blockedBy: "waits for",
  discoveredFrom: "found in",
  done_criteria: "done when",
  dueAt: "due",
  eta: "estimate",
  for: "how long",
  parent: "parent",
  resources: "needs",
}
