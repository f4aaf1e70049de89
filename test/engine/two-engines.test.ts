import { createSharedMemory } from "../support/shared-memory.ts"
import { describeSharedLog } from "./shared-log-suite.ts"

describeSharedLog("a log in memory", () => {
  const memory = createSharedMemory(Date.now)
  return Promise.resolve({ open: () => Promise.resolve(memory.open()) })
})
