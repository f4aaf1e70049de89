import { Agent, request } from "node:http"
import { createInterface } from "node:readline"

/**
 * Sixteen clients of one process. Each line of input is a round, `name`: all of them claim in the project of
 * that name at the same moment. Each line of output is what they won.
 */
const [url = "", process_ = "0"] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 16 })

for await (const round of createInterface({ input: process.stdin })) {
  const won = await Promise.all(
    Array.from({ length: 16 }, (_, i) => claim(round, `${round}-p${process_}-${i}`)),
  )
  console.log(JSON.stringify(won))
}
agent.destroy()

function claim(project: string, name: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/tasks/next/claim`,
      { method: "POST", agent, headers: { "content-type": "application/json" } },
      (response) => {
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (chunk: string) => (text += chunk))
        response.once("end", () => {
          if (response.statusCode !== 200) return reject(new Error(text))
          resolve((JSON.parse(text) as { task: { id: string } | null }).task?.id ?? null)
        })
      },
    )
    sent.once("error", reject)
    sent.end(JSON.stringify({ agent: name, project }))
  })
}
