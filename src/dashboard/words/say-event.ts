import type { PublicEvent } from "../../domain/events/shown.ts"
import { eventWords, type Said } from "./event-words.ts"
import { moment } from "./format.ts"

/** What happened, in words. */
export function sayEvent({ type, actor, data }: PublicEvent): Said {
  const text = (key: string) => (typeof data[key] === "string" ? data[key] : "")
  const who = text("agent") || text("author") || text("reviewer") || actor
  const until = data["until"] === null ? "" : ` until ${moment(text("until"))}`
  return eventWords[type].say({ actor, data, who, text, until })
}

/** Everyone whom an event is about. */
export function namesIn({ actor, data }: PublicEvent): string[] {
  const others = ["agent", "author", "reviewer", "assignee"].map((key) => data[key])
  return [actor, ...others].filter((name) => typeof name === "string")
}
