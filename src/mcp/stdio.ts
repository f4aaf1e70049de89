import { PassThrough } from "node:stream"
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio"
import { readAbsence } from "./arguments.ts"
import type { createToolServer } from "./server.ts"

/**
 * Serves the tools over standard input and output. The SDK drops what it has read once the input ends; here that is done and
 * answered before. Resolves when all is over, or `stop` has been called.
 */
export async function serveTools(
  { stdin, stdout, ppid }: Pick<NodeJS.Process, "stdin" | "stdout" | "ppid">,
  create: () => ReturnType<typeof createToolServer>,
  onerror: (error: Error) => void,
  onStop: (stop: () => void) => void,
): Promise<void> {
  const input = new PassThrough()
  const transport = new StdioServerTransport(input, stdout)
  const handle = serveStdio(create, { transport, maxSubscriptions: 0, onerror })
  const waiting = new Set<unknown>()
  let isEnded = false

  const { onmessage: deliver, send, onclose } = transport
  transport.onmessage = (message) => {
    const { id, method, params } = message as RpcMessage
    if (method !== undefined && id !== undefined) waiting.add(id)
    // Nobody answers what was given up.
    if (method === "notifications/cancelled") waiting.delete(params?.requestId)
    deliver?.(readAbsence(message))
  }
  transport.send = async (message) => {
    await send.call(transport, message)
    const { id, method } = message as RpcMessage
    if (method === undefined) waiting.delete(id)
    endIfAnswered()
  }
  const endIfAnswered = () => {
    if (isEnded && waiting.size === 0) input.end()
  }
  const closed = new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
  stdin.pipe(input, { end: false })
  const end = () => {
    // What was read may not have been passed on yet.
    if (input.readableLength + input.writableLength > 0) return void setImmediate(end)
    isEnded = true
    endIfAnswered()
  }
  stdin.once("end", end).once("close", end)
  // A client that died reads no answer, and its agent takes no task any more.
  const orphaned = setInterval(() => isEnded && process.ppid !== ppid && input.end(), 500)
  onStop(() => void handle.close())
  await closed
  clearInterval(orphaned)
  // Standard input that is read would keep the process.
  stdin.unpipe(input).pause()
  await handle.close()
}

// --- internal ---

interface RpcMessage {
  readonly id?: unknown
  readonly method?: string
  readonly params?: { readonly requestId?: unknown }
}
