/**
 * What one would build by hand on PostgreSQL: a queue over HTTP that claims with FOR UPDATE SKIP LOCKED. It answers the
 * two requests of the load's cycle, each when it is durable. It has what such a queue needs: a pool of connections,
 * prepared statements, an index on what is ready, and a lease with an epoch, and nothing else.
 */
import { createServer } from "node:http"
import pg from "pg"

const [database = ""] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: database, max: 20 })
await pool.query(`create table queue (
    id bigserial primary key, title text not null, description text not null, priority int not null,
    status text not null default 'todo', agent text, epoch int not null default 0,
    lease_until timestamptz, finished_at timestamptz);
  create index ready on queue (priority, id) where status = 'todo'`)

const claim = {
  name: "claim",
  text: `update queue set status = 'doing', agent = $1, epoch = epoch + 1, lease_until = now() + interval '30 minutes'
    where id = (select id from queue where status = 'todo' order by priority, id for update skip locked limit 1)
    returning id, title, epoch`,
}
const complete = {
  name: "complete",
  text: `update queue set status = 'done', finished_at = now()
    where id = $1 and agent = $2 and epoch = $3 and status = 'doing' returning id, title, epoch`,
}
const fill = `insert into queue (title, description, priority)
  select 'Task ' || i, repeat('x', 200), i % 4 from generate_series(1, $1::int) as i`

async function answer(url, body) {
  if (url === "/fill") return pool.query(fill, [body.count])
  if (url === "/tasks/next/claim") return pool.query({ ...claim, values: [body.agent] })
  const [id, epoch] = body.leaseToken.split(".")
  return pool.query({ ...complete, values: [id, body.agent, epoch] })
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const [row] = (await answer(request.url, JSON.parse(Buffer.concat(chunks).toString()))).rows
  const found = row && { task: { id: row.id, title: row.title }, lease: { token: `${row.id}.${row.epoch}` } }
  const body = JSON.stringify(found ?? { task: null })
  response
    .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    .end(body)
})
server.listen(0, "127.0.0.1", () => process.send(server.address().port))
