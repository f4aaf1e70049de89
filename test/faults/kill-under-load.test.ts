import { afterAll, expect, test } from "vitest"
import { freePort } from "../support/free-port.js"
import { call, startServer, temporaryHome } from "../support/server.ts"

const most = process.env["UPNEXT_LONG"] ? 100 : 8
const space = await temporaryHome()
afterAll(space.remove)

/** A requested change. If the server is killed while it is under way, it happened once or not at all. */
interface Step {
  readonly method: string
  readonly path: string
  readonly body: Record<string, unknown>
  readonly key: string
  then(known: Known): void
}

/** What the server has acknowledged about one task. */
interface Known {
  readonly title: string
  comments: number
  status: "todo" | "doing" | "done"
  open?: Step
}

test(
  "kills at random moments under load lose nothing acknowledged, and a repeat with its key happens once",
  async () => {
    const port = await freePort()
    const tasks = new Map<string, Known>()
    let keys = 0
    let kills = 0
    let acknowledged = 0
    let unsure: { title: string; key: string }[] = []

    // A machine with much else to do answers little between two kills.
    while (kills < most || acknowledged <= 100) {
      const server = await startServer({ home: space.home, port })
      const ask = ({ method, path, body, key }: Omit<Step, "then">) =>
        call(server.url, method, path, body, { "idempotency-key": key })

      for (const { title, key } of unsure) {
        const made = await ask({ method: "POST", path: "/tasks", body: { title }, key })
        expect(made.status, made.text).toBe(201)
        tasks.set(made.body["task"].id, { title, comments: 0, status: "todo" })
      }
      unsure = []
      for (const known of tasks.values()) {
        const { open } = known
        if (!open) continue
        delete known.open
        const repeated = await ask(open)
        expect(repeated.status, repeated.text).toBeLessThan(300)
        open.then(known)
      }
      expect(await allTasks(server.url)).toEqual(Object.fromEntries(tasks))

      let isKilled = false
      const kill = () => {
        isKilled = true
        server.kill("SIGKILL")
      }
      setTimeout(kill, 50 + Math.random() * 400)
      const work = async (worker: number): Promise<void> => {
        while (!isKilled) {
          const title = `t${keys}`
          const key = `k${keys++}`
          const made = await ask({ method: "POST", path: "/tasks", body: { title }, key }).catch(
            () => undefined,
          )
          if (!made) return void unsure.push({ title, key })
          expect(made.status, made.text).toBe(201)
          acknowledged++
          const id = made.body["task"].id as string
          const known: Known = { title, comments: 0, status: "todo" }
          tasks.set(id, known)
          for (const step of stepsOf(id, `w${worker}-${keys}`).slice(0, 1 + (keys % 3))) {
            const open = { ...step, key: `k${keys++}` }
            const answer = await ask(open).catch(() => undefined)
            if (!answer) {
              known.open = open
              return
            }
            expect(answer.status, answer.text).toBeLessThan(300)
            open.then(known)
            acknowledged++
          }
        }
      }
      await Promise.all(Array.from({ length: 16 }, (_, worker) => work(worker)))
      expect(await server.exited).toBe("SIGKILL")
      kills++
    }
    console.info(`${kills} kills, ${acknowledged} acknowledged changes, ${tasks.size} tasks`)
  },
  300_000 + most * 5_000,
)

// --- internal ---

function stepsOf(id: string, agent: string): Omit<Step, "key">[] {
  const post = (verb: string, body: Record<string, unknown>, then: (known: Known) => void) => ({
    method: "POST",
    path: `/tasks/${id}/${verb}`,
    body,
    then,
  })
  return [
    post("comments", { author: agent, content: "c" }, (known) => known.comments++),
    post("claim", { agent }, (known) => (known.status = "doing")),
    post("complete", { agent, reflection: "r" }, (known) => (known.status = "done")),
  ]
}

async function allTasks(url: string): Promise<Record<string, Known>> {
  const found: Record<string, Known> = {}
  let cursor = ""
  for (;;) {
    const { body } = await call(url, "GET", `/tasks?compact=1&limit=500${cursor}`)
    for (const task of body["tasks"])
      found[task.id] = { title: task.title, comments: task.commentCount, status: task.status }
    if (body["next"] === null) return found
    cursor = `&cursor=${body["next"]}`
  }
}
