/** pg-boss behind the two requests of the load's cycle, over HTTP like the others. Its own table does the rest. */
import { createServer } from "node:http"
import { createRequire } from "node:module"

const [database = "", installed = ""] = process.argv.slice(2)
const PgBoss = createRequire(`${installed}/`)("pg-boss")
// What it does beside the queue is off, so that only its queue is measured.
const boss = new PgBoss({ connectionString: database, max: 20, supervise: false, schedule: false })
await boss.start()
await boss.createQueue("tasks")

async function answer(url, body) {
  if (url === "/tasks/next/claim") {
    const [job] = await boss.fetch("tasks")
    return job ? { task: { id: job.id, title: job.data.title }, lease: { token: job.id } } : { task: null }
  }
  await boss.complete("tasks", body.leaseToken)
  return { task: { id: body.leaseToken } }
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  if (request.url === "/fill") {
    const jobs = Array.from({ length: JSON.parse(text).count }, (_, i) => ({
      name: "tasks",
      data: { title: `Task ${i}`, description: "x".repeat(200) },
      priority: i % 4,
    }))
    for (let i = 0; i < jobs.length; i += 1000) await boss.insert(jobs.slice(i, i + 1000))
    return response.writeHead(200, { "content-length": 2 }).end("{}")
  }
  const body = JSON.stringify(await answer(request.url, JSON.parse(text)))
  response
    .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    .end(body)
})
server.listen(0, "127.0.0.1", () => process.send(server.address().port))
