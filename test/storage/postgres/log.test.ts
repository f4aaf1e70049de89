import { describeLog } from "../log-contract.ts"
import { useDatabase } from "../../support/postgres.ts"
import { newBoard, open } from "./support.ts"

const database = useDatabase()

describeLog("the log in PostgreSQL", ({ checkpointAfter }) => {
  const board = newBoard()
  return Promise.resolve({
    open: async () => {
      const { log } = await open({
        database: database.url,
        board,
        ...(checkpointAfter !== undefined && { snapshotAfter: checkpointAfter }),
      })
      return log
    },
  })
})
