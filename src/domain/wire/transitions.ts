import type { Status } from "./enums.ts"

/**
 * Where a task may be moved by hand, the usual ways first: what the rules allow, and what the dashboard offers. It
 * imports no value, so that the page can use it without the schemas.
 */
export const transitions: Readonly<Record<Status, readonly Status[]>> = {
  todo: ["doing", "done", "blocked", "cancelled"],
  doing: ["review", "done", "blocked", "todo", "cancelled"],
  blocked: ["todo", "doing", "cancelled"],
  review: ["doing", "done", "cancelled"],
  done: ["todo"],
  cancelled: ["todo"],
}
