/**
 * What one would write with what Node has: node:http over node:sqlite, each change synced as ours is. It answers the
 * three requests of the load's cycle.
 */
import { createServer } from "node:http"
import { DatabaseSync } from "node:sqlite"

const [file = "", count = "1000"] = process.argv.slice(2)
const db = new DatabaseSync(file)
db.exec(`pragma journal_mode = wal; pragma synchronous = full;
  create table tasks (id integer primary key, title text, description text, priority integer,
    status text not null default 'todo', assignee text);
  create index ready on tasks (priority, id) where status = 'todo'`)
const add = db.prepare("insert into tasks (title, description, priority) values (?, ?, ?)")
db.exec("begin")
for (let i = 0; i < Number(count); i++) add.run(`Task ${i}`, "x".repeat(200), i % 4)
db.exec("commit")

const claim = db.prepare(`update tasks set status = 'doing', assignee = ?
  where id = (select id from tasks where status = 'todo' order by priority, id limit 1) returning *`)
const finish = db.prepare("update tasks set status = 'done' where id = ? returning *")
const reopen = db.prepare("update tasks set status = ?, assignee = null where id = ? returning *")

function change(method, url, body) {
  const id = Number(url.split("/")[2])
  if (url === "/tasks/next/claim") return claim.get(body.agent)
  return method === "PATCH" ? reopen.get(body.status, id) : finish.get(id)
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const task = change(request.method, request.url, JSON.parse(Buffer.concat(chunks).toString())) ?? null
  const text = JSON.stringify({ task })
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) }
  response.writeHead(200, headers).end(text)
})
server.listen(0, "127.0.0.1", () => process.send(server.address().port))
