import type { Status } from "../enums.ts"

/**
 * The statuses to which a task may be moved by hand, the usual ones first. The rules allow these, and the dashboard
 * offers them. The file imports no values, so that the dashboard can use it without the schemas.
 */
export const transitions: Readonly<Record<Status, readonly Status[]>> = {
  todo: ["doing", "done", "blocked", "cancelled"],
  doing: ["review", "done", "blocked", "todo", "cancelled"],
  blocked: ["todo", "doing", "cancelled"],
  review: ["doing", "done", "cancelled"],
  done: ["todo"],
  cancelled: ["todo"],
}
