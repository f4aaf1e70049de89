import { Agent, request } from "node:http"

/**
 * Sixteen agents of one process, which work at two servers until nothing is left for them: they claim what is next, or a
 * task by its id, hold it for a moment, and finish it, give it back, or say that they met a limit.
 */
const [name = "", most = "1", ...urls] = process.argv.slice(2)
const connections = new Agent({ keepAlive: true, maxSockets: 32 })
await Promise.all(Array.from({ length: 16 }, (_, i) => live(`${name}-${i}`)))
connections.destroy()

async function live(agent: string): Promise<never> {
  for (;;) {
    const isById = Math.random() < 0.3
    const path = isById
      ? `/tasks/T-${1 + Math.floor(Math.random() * Number(most))}/claim`
      : "/tasks/next/claim"
    const claimed = await post(path, { agent, lease: "10s" })
    const { task, lease } = (claimed ?? {}) as { task?: { id: string } | null; lease?: { token: string } }
    if (!task || !lease) {
      await pause(50)
      continue
    }
    await pause(Math.random() * 20)
    const proof = { agent, leaseToken: lease.token }
    if (Math.random() < 0.7)
      await post(`/tasks/${task.id}/complete`, { ...proof, reflection: "It went well" })
    else await post(`/tasks/${task.id}/release`, proof)
  }
}

/** The answer to what is done; undefined where it is refused, or where no answer came. */
function post(path: string, body: object): Promise<unknown> {
  const url = urls[Math.floor(Math.random() * urls.length)] ?? ""
  return new Promise((resolve) => {
    const sent = request(
      `${url}${path}`,
      { method: "POST", agent: connections, headers: { "content-type": "application/json" }, timeout: 2_000 },
      (response) => {
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (chunk: string) => (text += chunk))
        response.once("error", () => resolve(undefined))
        response.once("end", () => resolve(response.statusCode === 200 ? JSON.parse(text) : undefined))
      },
    )
    sent.once("timeout", () => sent.destroy())
    sent.once("error", () => resolve(undefined))
    sent.end(JSON.stringify(body))
  })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
