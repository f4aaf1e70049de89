import { readCommands } from "../../src/domain/board/upcast.ts"
import { openJournal } from "../../src/storage/journal/journal.ts"
import { createMemoryLog, createMemoryStore } from "../support/memory-log.ts"
import { createSharedMemory } from "../support/shared-memory.ts"
import { describeLog } from "./log-contract.ts"
import { temporaryDirectory } from "./support.ts"

describeLog("the log in memory", (options) => {
  const store = createMemoryStore()
  return Promise.resolve({ open: () => Promise.resolve(createMemoryLog({ store, ...options })) })
})

describeLog("the shared log in memory", (options) => {
  const memory = createSharedMemory(Date.now)
  return Promise.resolve({ open: () => Promise.resolve(memory.open(options)) })
})

describeLog("the journal", async (options) => {
  const directory = await temporaryDirectory()
  return { open: () => openJournal({ readCommands, directory, warn: unexpected, ...options }) }
})

describeLog("the journal in segments of one commit", async (options) => {
  const directory = await temporaryDirectory()
  return {
    open: () => openJournal({ readCommands, directory, warn: unexpected, segmentSize: 1, ...options }),
  }
})

function unexpected(message: string): never {
  throw new Error(message)
}
