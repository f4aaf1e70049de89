/**
 * What one would write in an afternoon: h3 over plain lowdb, with the same tasks as the server under test. It answers
 * the three requests of the load's cycle, each when the file is written (without a sync).
 */
import { createServer } from "node:http"
import { H3, readBody } from "h3"
import { toNodeHandler } from "h3/node"
import { JSONFilePreset } from "lowdb/node"

const [file = ""] = process.argv.slice(2)
const db = await JSONFilePreset(file, { tasks: [] })

async function change(task, changes) {
  if (task) await db.update(() => Object.assign(task, changes))
  return { task: task ?? null }
}
const find = ({ context }) => db.data.tasks.find(({ id }) => id === context.params.id)

const app = new H3()
  .post("/tasks/next/claim", async (event) => {
    const { agent } = await readBody(event)
    const task = db.data.tasks.find(({ status }) => status === "todo")
    return change(task, { status: "doing", assignee: agent })
  })
  .post("/tasks/:id/complete", async (event) => {
    await readBody(event)
    return change(find(event), { status: "done" })
  })
  .patch("/tasks/:id", async (event) => change(find(event), await readBody(event)))

const server = createServer(toNodeHandler(app))
server.listen(0, "127.0.0.1", () => process.send(server.address().port))
