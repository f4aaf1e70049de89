import type { Status } from "../enums.ts"

/**
 * The statuses that a task may be moved to by hand, the usual ones first. The rules allow these, and the dashboard
 * offers them. The file imports no value, so that the dashboard can use it without the schemas.
 */
export const transitions: Readonly<Record<Status, readonly Status[]>> = {
  todo: ["doing", "done", "blocked", "cancelled"],
  doing: ["review", "done", "blocked", "todo", "cancelled"],
  blocked: ["todo", "doing", "cancelled"],
  review: ["doing", "done", "cancelled"],
  done: ["todo"],
  cancelled: ["todo"],
}
