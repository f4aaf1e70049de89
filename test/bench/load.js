/**
 * The load, in a process of its own, so that the server has a core to itself. It speaks HTTP over plain sockets, since
 * Node's own client costs more than the servers it would measure. Each message from the parent is a round,
 * `{ kind, port, connections, ms, path, token }`, and the answer is `{ perSecond }`, of requests or whole cycles. With `pid`, the
 * process of the server, it also has the ms that 50 and 99 of a hundred requests took at most, how many there were, and
 * the processor time in ms that they took the server. `ports` may name several servers of one board; the connections are
 * spread over them.
 */
import { connect } from "node:net"
import { cpuOf } from "./cpu.js"
import { percentile } from "./figures.js"

const kinds = { peek, cycle, work, get, jobs }

process.on("message", async ({ kind, port, ports = [port], connections, ms, path, pid, token }) => {
  // While it peeks it never sleeps: on a virtual machine, waking a sleeping client costs the server more than the answer,
  // and only the slower side would pay. In other rounds it sleeps as any client does, because a server that waits for a
  // disk or a thread needs this core too (spinning took 7 % of the cycles from us, and 2 % from lowdb).
  let until = Infinity
  const spin = () => performance.now() < until && setImmediate(spin)
  if (kind === "peek") spin()
  const clients = await Promise.all(
    Array.from({ length: connections }, async (_, i) => {
      const plain = await open(ports[i % ports.length], kind === "jobs" ? endOfLines : endOfAnswer)
      const connection = token === undefined ? plain : withToken(plain, token)
      // The first is not counted: the server accepts the connection with it.
      await kinds[kind](connection, `a${i}`, path)
      return connection
    }),
  )
  const began = performance.now()
  until = began + ms
  const taken = []
  const before = pid && cpuOf(pid)
  const counts = await Promise.all(
    clients.map(async (connection, i) => {
      const ask = pid ? timed(connection, taken) : connection
      let count = 0
      for (; performance.now() < until; count++) await kinds[kind](ask, `a${i}`, path)
      return count
    }),
  )
  const total = counts.reduce((sum, count) => sum + count, 0)
  const perSecond = (total / (performance.now() - began)) * 1000
  const detail = pid && {
    ...{ p50: percentile(taken, 0.5), p99: percentile(taken, 0.99) },
    ...{ requests: taken.length, cpuMs: cpuOf(pid) - before },
  }
  process.send({ perSecond, ...detail })
  for (const { end } of clients) end()
})

/** Asks for the next task. */
async function peek(ask, agent) {
  const { status } = await ask(`GET /tasks/next?agent=${agent} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  if (status !== 200) throw new Error(`status ${status}`)
}

async function get(ask, _, path) {
  const { status } = await ask(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  if (status !== 200) throw new Error(`status ${status}`)
}

/** Claims the next task, finishes it and reopens it, so that the board keeps its size. */
async function cycle(ask, agent) {
  const claimed = await ask(withBody("POST", "/tasks/next/claim", { agent }))
  const { task } = JSON.parse(claimed.body)
  await ask(withBody("POST", `/tasks/${task.id}/complete`, { agent, reflection: "r" }))
  const { status } = await ask(
    withBody("PATCH", `/tasks/${task.id}`, { status: "todo", assignee: "unassigned" }),
  )
  if (status !== 200) throw new Error(`status ${status}`)
}

/** Claims the next task and finishes it. */
async function work(ask, agent) {
  const claimed = await ask(withBody("POST", "/tasks/next/claim", { agent }))
  const { task, lease } = JSON.parse(claimed.body)
  if (!lease) throw new Error(`no task was claimed: ${claimed.body}`)
  const body = { agent, leaseToken: lease.token, reflection: "r" }
  const { status } = await ask(withBody("POST", `/tasks/${task.id}/complete`, body))
  if (status !== 200) throw new Error(`status ${status}`)
}

/** The same with beanstalkd: reserves a job, deletes it and puts it back. It does not log the first. */
async function jobs(ask) {
  const [head, body] = (await ask("reserve\r\n")).split("\r\n")
  if (!head.startsWith("RESERVED")) throw new Error(head)
  const deleted = await ask(`delete ${head.split(" ")[1]}\r\n`)
  const put = await ask(`put 1 0 600 ${body.length}\r\n${body}\r\n`)
  if (!deleted.startsWith("DELETED") || !put.startsWith("INSERTED")) throw new Error(deleted + put)
}

function withToken(ask, token) {
  const sent = `host: localhost\r\nauthorization: Bearer ${token}\r\n`
  return Object.assign((text) => ask(text.replace("host: localhost\r\n", sent)), ask)
}

function timed(ask, taken) {
  return async (text) => {
    const began = performance.now()
    const answer = await ask(text)
    taken.push(performance.now() - began)
    return answer
  }
}

function withBody(method, path, body) {
  const text = JSON.stringify(body)
  const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`
  return `${head}content-length: ${text.length}\r\n\r\n${text}`
}

/** The first answer in what has arrived of HTTP, and where it ends; undefined while it is not whole. */
function endOfAnswer(buffer) {
  const head = buffer.indexOf("\r\n\r\n")
  if (head < 0) return undefined
  const length = Number(/content-length: (\d+)/i.exec(buffer.slice(0, head))?.[1])
  const end = head + 4 + length
  if (buffer.length < end) return undefined
  return { end, answer: { status: Number(buffer.slice(9, 12)), body: buffer.slice(head + 4, end) } }
}

/** The same of beanstalkd: a line, and after RESERVED the job. */
function endOfLines(buffer) {
  const line = buffer.indexOf("\r\n")
  if (line < 0) return undefined
  const length = /^RESERVED \d+ (\d+)\r/.exec(buffer)?.[1]
  const end = length === undefined ? line + 2 : line + 4 + Number(length)
  return buffer.length < end ? undefined : { end, answer: buffer.slice(0, end) }
}

/** Opens a connection that sends one request after the other. */
function open(port, endOf) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1")
    socket.setNoDelay(true)
    socket.setEncoding("latin1")
    let buffer = ""
    let done
    socket.on("data", (chunk) => {
      buffer += chunk
      const found = endOf(buffer)
      if (!found) return
      buffer = buffer.slice(found.end)
      done(found.answer)
    })
    socket.once("error", reject)
    const ask = (text) =>
      new Promise((answered) => {
        done = answered
        socket.write(text)
      })
    ask.end = () => socket.destroy()
    socket.once("connect", () => resolve(ask))
  })
}
