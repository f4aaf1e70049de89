import { describeSharedLog } from "../../engine/shared-log-suite.ts"
import { useDatabase } from "../../support/postgres.ts"
import { newBoard, open, quick } from "./support.ts"

const database = useDatabase()

describeSharedLog("a board in PostgreSQL", () => {
  const board = newBoard()
  return Promise.resolve({
    open: async () => (await open({ database: database.url, board, times: quick })).log,
  })
})
