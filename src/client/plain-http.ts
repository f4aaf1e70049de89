import { connect, type Socket } from "node:net"

export interface Outgoing {
  readonly method: string
  readonly headers: Iterable<readonly [string, string]>
  readonly body?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface PlainAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/**
 * Sends one request over a connection of its own, and resolves with the whole answer. Rejects with the socket's error or
 * the signal's reason. A command that asks once is done before node:http would be loaded and set up.
 * @param url of `http:`
 */
export function askPlainly(url: string, request: Outgoing): Promise<PlainAnswer> {
  const { hostname, port, host, pathname, search } = new URL(url)
  const { signal } = request
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(asError(signal.reason))
    const message = write({ ...request, host, path: pathname + search })
    const socket = connect(Number(port) || 80, hostname.replace(/^\[|\]$/g, ""))
    const abort = () => socket.destroy(asError(signal?.reason))
    signal?.addEventListener("abort", abort, { once: true })
    socket.once("close", () => signal?.removeEventListener("abort", abort))
    read(socket, resolve, reject)
    socket.write(message)
  })
}

// --- internal ---

function write({
  method,
  headers,
  body = "",
  host,
  path,
}: Outgoing & { readonly host: string; readonly path: string }): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    "connection: close",
    ...(body !== "" || method !== "GET" ? [`content-length: ${Buffer.byteLength(body)}`] : []),
  ]
  for (const [name, value] of headers) {
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new TypeError(`The header ${name} holds what no header can`)
    lines.push(`${name}: ${value}`)
  }
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), Buffer.from(body)])
}

/** Reads until the answer is whole, which need not be when the server closes. */
function read(socket: Socket, resolve: (answer: PlainAnswer) => void, reject: (error: Error) => void): void {
  let bytes: Buffer = Buffer.alloc(0)
  const finish = (hasEnded: boolean): void => {
    try {
      const answer = parse(bytes, hasEnded)
      if (answer === undefined) return
      resolve(answer)
    } catch (error) {
      reject(error as Error)
    }
    socket.destroy()
  }
  socket.on("data", (part: Buffer) => {
    bytes = bytes.length === 0 ? part : Buffer.concat([bytes, part])
    finish(false)
  })
  socket.once("end", () => {
    finish(true)
    reject(
      Object.assign(new Error("The connection was closed before the answer was whole"), {
        code: "ECONNRESET",
      }),
    )
  })
  socket.once("error", reject)
}

/** The answer, or undefined as long as it is not whole. */
function parse(bytes: Buffer, hasEnded: boolean): PlainAnswer | undefined {
  const end = bytes.indexOf("\r\n\r\n")
  if (end < 0) return undefined
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n")
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1])
  if (Number.isNaN(status)) throw new Error("What answers does not speak HTTP")
  const after = bytes.subarray(end + 4)
  if (status < 200) return parse(after, hasEnded)
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":")
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const body = bodyOf(after, headers, hasEnded)
  return body && { status, headers, body: body.toString("utf8") }
}

function bodyOf(bytes: Buffer, headers: ReadonlyMap<string, string>, hasEnded: boolean): Buffer | undefined {
  if (headers.get("transfer-encoding")?.toLowerCase() === "chunked") return joinChunks(bytes)
  const length = headers.get("content-length")
  if (length === undefined) return hasEnded ? bytes : undefined
  return bytes.length >= Number(length) ? bytes.subarray(0, Number(length)) : undefined
}

function joinChunks(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    const end = bytes.indexOf("\r\n", at)
    if (end < 0) return undefined
    const size = Number.parseInt(bytes.toString("latin1", at, end), 16)
    if (Number.isNaN(size)) throw new Error("What answers does not speak HTTP")
    if (size === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    // Behind a chunk that is not whole yet, no line ends.
    at = end + 2 + size + 2
  }
}

/** The reason of a signal as an error. */
export function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("The request was given up", { cause: reason })
}
