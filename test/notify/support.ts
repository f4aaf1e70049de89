import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"
import type { NeedToTell } from "../../src/notify/message.ts"
import { machineRuntime, type Runtime } from "../../src/machine/runtime.ts"

export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

export function needOf(n: number, more: Partial<NeedToTell> = {}): NeedToTell {
  return {
    task: { id: `T-${n}`, title: `Task ${n}`, priority: "P2", status: "todo" },
    ...{ why: "question", since: "2026-05-01T10:00:00.000Z", detail: "Which one?", by: "claude" },
    ...more,
  }
}

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A small HTTP server of this process that keeps what comes. */
export async function receiver(
  answer: (res: ServerResponse, received: Received) => void = (res) => void res.end("ok"),
) {
  const got: Received[] = []
  const server = createServer((req, res) => {
    let body = ""
    req.on("data", (part: Buffer) => (body += part.toString()))
    req.on("end", () => {
      const received = { path: req.url ?? "", headers: req.headers, body }
      got.push(received)
      answer(res, received)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { got, port, url: `http://127.0.0.1:${port}` }
}

/** A clock that a test moves on. */
export function virtualClock() {
  let now = 0
  let timers: { at: number; act: () => void }[] = []
  const runtime: Runtime = {
    ...machineRuntime,
    wall: () => Date.parse("2026-05-01T10:00:00Z") + now,
    monotonic: () => now,
    after(ms, act) {
      const timer = { at: now + ms, act }
      timers.push(timer)
      return { cancel: () => void (timers = timers.filter((each) => each !== timer)) }
    },
  }
  const settle = async () => {
    for (let i = 0; i < 20; i += 1) await machineRuntime.turn()
  }
  return {
    runtime,
    async advance(ms: number) {
      const end = now + ms
      for (;;) {
        await settle()
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        timers = timers.filter((each) => each !== next)
        now = next.at
        next.act()
      }
      now = end
      await settle()
    },
  }
}
