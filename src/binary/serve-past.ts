import { workerData } from "node:worker_threads"

// What a thread beside the server runs: a backup that is due, or the past.
void import("../commands/server-parts.ts").then(async ({ backupThread, pastThread }) => {
  const isBackup = typeof workerData === "object" && workerData !== null && "backup" in workerData
  return (await (isBackup ? backupThread() : pastThread())).serveThread()
})
