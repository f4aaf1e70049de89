import { abortImport } from "./abort-import.ts"
import { ackInbox } from "./ack-inbox.ts"
import { addAttachment } from "./add-attachment.ts"
import { addToImport } from "./add-to-import.ts"
import { beginImport } from "./begin-import.ts"
import { checkCriterion } from "./check-criterion.ts"
import { claimNextTask } from "./claim-next-task.ts"
import { claimTask } from "./claim-task.ts"
import { closeResource } from "./close-resource.ts"
import { collectUsage } from "./collect-usage.ts"
import { commentOnTask } from "./comment-on-task.ts"
import { completeTask } from "./complete-task.ts"
import { createAccount } from "./create-account.ts"
import { createTask } from "./create-task.ts"
import { createTasks } from "./create-tasks.ts"
import { createToken } from "./create-token.ts"
import { deleteAccount } from "./delete-account.ts"
import { deleteAgent } from "./delete-agent.ts"
import { deleteTask } from "./delete-task.ts"
import { describeAgent } from "./describe-agent.ts"
import { editAccount } from "./edit-account.ts"
import { editTask } from "./edit-task.ts"
import { editTasks } from "./edit-tasks.ts"
import { exportTasks } from "./export-tasks.ts"
import { endImport } from "./end-import.ts"
import { heartbeatAgent } from "./heartbeat-agent.ts"
import { heartbeatTask } from "./heartbeat-task.ts"
import { landTask } from "./land-task.ts"
import { liftAccess } from "./lift-access.ts"
import { listAccounts } from "./list-accounts.ts"
import { listAgents } from "./list-agents.ts"
import { listCommands } from "./list-commands.ts"
import { listAttachments } from "./list-attachments.ts"
import { listComments } from "./list-comments.ts"
import { listHosts } from "./list-hosts.ts"
import { listImports } from "./list-imports.ts"
import { listInbox } from "./list-inbox.ts"
import { listNeeds } from "./list-needs.ts"
import { listProjects } from "./list-projects.ts"
import { listResources } from "./list-resources.ts"
import { listReflections } from "./list-reflections.ts"
import { listTasks } from "./list-tasks.ts"
import { listTokens } from "./list-tokens.ts"
import { openResource } from "./open-resource.ts"
import { pauseAgent } from "./pause-agent.ts"
import { pauseTeam } from "./pause-team.ts"
import { peekNextTask } from "./peek-next-task.ts"
import { readAccess } from "./read-access.ts"
import { readAccount } from "./read-account.ts"
import { readAgent } from "./read-agent.ts"
import { readAttachment } from "./read-attachment.ts"
import { readHistory } from "./read-history.ts"
import { readLog } from "./read-log.ts"
import { readNow } from "./read-now.ts"
import { readOutput } from "./read-output.ts"
import { readStats } from "./read-stats.ts"
import { readTask } from "./read-task.ts"
import { reflectOnTask } from "./reflect-on-task.ts"
import { releaseTask } from "./release-task.ts"
import { reportPull } from "./report-pull.ts"
import { reportWork } from "./report-work.ts"
import { restoreTask } from "./restore-task.ts"
import { redoCommand } from "./redo-command.ts"
import { removeAttachment } from "./remove-attachment.ts"
import { resumeAgent } from "./resume-agent.ts"
import { resumeTeam } from "./resume-team.ts"
import { retryTask } from "./retry-task.ts"
import { reviewTask } from "./review-task.ts"
import { revokeToken } from "./revoke-token.ts"
import { rotateAccount } from "./rotate-account.ts"
import { reportCheck } from "./report-check.ts"
import { sendOutput } from "./send-output.ts"
import { setResource } from "./set-resource.ts"
import { startTeam } from "./start-team.ts"
import { undoCommand } from "./undo-command.ts"

/**
 * Every operation of the service. Routes, `/docs`, OpenAPI, the typed client and its table are derived from this list.
 */
export const operations = [
  createTask,
  createTasks,
  listTasks,
  exportTasks,
  peekNextTask,
  claimNextTask,
  readTask,
  editTask,
  editTasks,
  deleteTask,
  restoreTask,
  claimTask,
  heartbeatTask,
  releaseTask,
  retryTask,
  completeTask,
  reviewTask,
  reportWork,
  collectUsage,
  landTask,
  reportPull,
  reflectOnTask,
  checkCriterion,
  reportCheck,
  commentOnTask,
  listReflections,
  listComments,
  addAttachment,
  listAttachments,
  readAttachment,
  removeAttachment,
  readHistory,
  sendOutput,
  readOutput,
  listAgents,
  readAgent,
  describeAgent,
  deleteAgent,
  heartbeatAgent,
  pauseAgent,
  resumeAgent,
  listResources,
  setResource,
  closeResource,
  openResource,
  listInbox,
  ackInbox,
  listHosts,
  listProjects,
  beginImport,
  addToImport,
  endImport,
  abortImport,
  listImports,
  readNow,
  listNeeds,
  readStats,
  readLog,
  startTeam,
  pauseTeam,
  resumeTeam,
  undoCommand,
  redoCommand,
  listCommands,
  createAccount,
  listAccounts,
  readAccount,
  editAccount,
  deleteAccount,
  rotateAccount,
  createToken,
  listTokens,
  revokeToken,
  readAccess,
  liftAccess,
] as const
