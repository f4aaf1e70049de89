import { claimNextTask } from "./claim-next-task.ts"
import { claimTask } from "./claim-task.ts"
import { commentOnTask } from "./comment-on-task.ts"
import { completeTask } from "./complete-task.ts"
import { createTask } from "./create-task.ts"
import { deleteTask } from "./delete-task.ts"
import { editTask } from "./edit-task.ts"
import { heartbeatTask } from "./heartbeat-task.ts"
import { listAgents } from "./list-agents.ts"
import { listComments } from "./list-comments.ts"
import { listReflections } from "./list-reflections.ts"
import { listTasks } from "./list-tasks.ts"
import { peekNextTask } from "./peek-next-task.ts"
import { readTask } from "./read-task.ts"
import { reflectOnTask } from "./reflect-on-task.ts"
import { releaseTask } from "./release-task.ts"
import { reviewTask } from "./review-task.ts"
import { startTeam } from "./start-team.ts"

/** Everything the service can do. Routes, `/docs`, OpenAPI, the typed client and its table follow from this list. */
export const operations = [
  createTask,
  listTasks,
  peekNextTask,
  claimNextTask,
  readTask,
  editTask,
  deleteTask,
  claimTask,
  heartbeatTask,
  releaseTask,
  completeTask,
  reviewTask,
  reflectOnTask,
  commentOnTask,
  listReflections,
  listComments,
  listAgents,
  startTeam,
] as const
