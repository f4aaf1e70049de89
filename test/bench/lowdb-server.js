/**
 * What one would write in an afternoon: h3 over lowdb as it comes, with the very tasks that the server under test
 * has. The same three requests as the load's cycle, each answered when the file is written (and no sync).
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
