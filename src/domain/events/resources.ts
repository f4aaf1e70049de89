import { defineEvent } from "./kind.ts"

/** Events of shared resources with limited capacity. */
export const resourceEvents = {
  "resource.declared": defineEvent({
    summary: "The capacity of a resource was set",
    stored: { resource: "text", capacity: "numberOrNull", description: "textOrNull" },
    shown: { resource: "text", capacity: ["intOrNull", "null: no longer declared"] },
    undo: "no",
    takes: "anyone",
  }),
  "resource.closed": defineEvent({
    summary: "A resource was closed to new work for a while",
    stored: { resource: "text", until: "timeOrNull", reason: "textOrNull" },
    shown: { resource: "text", until: "timeOrNull", reason: "textOrNull" },
    undo: "no",
    takes: "anyone",
  }),
  "resource.opened": defineEvent({
    summary: "A closed resource was opened again",
    stored: { resource: "text" },
    shown: { resource: "text" },
    undo: "no",
    takes: "anyone",
  }),
}
