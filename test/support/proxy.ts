import { createServer, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A proxy between a browser and the server that counts the open streams of events. */
export interface Proxy {
  readonly url: string
  /** How many streams are open now, and how many were ever opened. */
  readonly streams: { readonly open: number; readonly ever: number }
  close(): Promise<void>
}

export async function startProxy(target: string): Promise<Proxy> {
  const open = new Set<ServerResponse>()
  let ever = 0
  const server = createServer((req, res) => {
    if (req.url?.startsWith("/events")) {
      ever++
      open.add(res)
      res.once("close", () => open.delete(res))
    }
    const onward = request(
      target + (req.url ?? "/"),
      { method: req.method, headers: req.headers },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(res)
      },
    )
    onward.once("error", () => res.destroy())
    res.once("close", () => onward.destroy())
    req.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    get streams() {
      return { open: open.size, ever }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
