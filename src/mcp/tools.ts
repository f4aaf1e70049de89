import type { Tool } from "./tool.ts"
import { addTasks } from "./tools/add-tasks.ts"
import { comment } from "./tools/comment.ts"
import { findTasks } from "./tools/find-tasks.ts"
import { finishTask } from "./tools/finish-task.ts"
import { getTask } from "./tools/get-task.ts"
import { giveBack } from "./tools/give-back.ts"
import { inbox } from "./tools/inbox.ts"
import { nextTask } from "./tools/next-task.ts"
import { undo } from "./tools/undo.ts"
import { updateTask } from "./tools/update-task.ts"

/** All tools. An operation gets one only if a model should call it: each costs tokens in every session. */
export const tools: readonly Tool[] = [
  nextTask,
  getTask,
  findTasks,
  addTasks,
  updateTask,
  undo,
  comment,
  finishTask,
  giveBack,
  inbox,
]
