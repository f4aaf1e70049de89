import { Agent, request } from "node:http"

/** Creates tasks of about 400 bytes of JSON each. */
export async function seed(port, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let next = 0
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      while (next < count) {
        const i = next++
        await post(port, agent, {
          title: `Task ${i}`,
          description: "x".repeat(200),
          priority: `P${i % 4}`,
          project: `project-${i % 20}`,
          tags: [`tag-${i % 50}`],
        })
      }
    }),
  )
  agent.destroy()
}

function post(port, agent, body) {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" }
    const sent = request(
      { port, agent, host: "127.0.0.1", path: "/tasks", method: "POST", headers },
      (response) => {
        response
          .resume()
          .once("end", () =>
            response.statusCode === 201 ? resolve() : reject(new Error(`status ${response.statusCode}`)),
          )
      },
    )
    sent.once("error", reject)
    sent.end(JSON.stringify(body))
  })
}
