import { defineEvent } from "./kind.ts"

/** What is said of what only so many may use at once. */
export const resourceEvents = {
  "resource.declared": defineEvent({
    summary: "It was said how many tasks may hold a resource at once",
    stored: { resource: "text", capacity: "numberOrNull", description: "textOrNull" },
    shown: { resource: "text", capacity: ["intOrNull", "null: it is not declared any more"] },
    undo: "no",
    takes: "anyone",
  }),
  "resource.closed": defineEvent({
    summary: "No work that needs this resource begins for a while",
    stored: { resource: "text", until: "timeOrNull", reason: "textOrNull" },
    shown: { resource: "text", until: "timeOrNull", reason: "textOrNull" },
    undo: "no",
    takes: "anyone",
  }),
  "resource.opened": defineEvent({
    summary: "A closed resource may be used again",
    stored: { resource: "text" },
    shown: { resource: "text" },
    undo: "no",
    takes: "anyone",
  }),
}
