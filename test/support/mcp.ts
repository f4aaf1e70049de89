import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { resolve } from "node:path"

/** `legacy` opens with `initialize` (2025), `auto` speaks 2026-07-28 where the server does. */
export type Era = "legacy" | "auto"

export interface McpOptions {
  readonly era?: Era
  /** The name that the client gives itself. */
  readonly name?: string
  readonly env?: Readonly<Record<string, string>>
  /** Of the bridge: where it is started. */
  readonly cwd?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A real client, connected to a server. */
export interface McpClient {
  readonly client: Client
  /** The text of a tool's answer. An error begins with its code. */
  call(tool: string, input?: Readonly<Record<string, unknown>>): Promise<string>
  /** What the bridge has written to standard error. */
  warnings(): string
  /** Of the bridge, over stdio. */
  readonly pid: number | null
  close(): Promise<void>
}

/** Starts `upnext mcp` from `dist/` and connects to it. Without a URL it finds the server itself. */
export async function connectBridge(url: string | undefined, options: McpOptions = {}): Promise<McpClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [resolve("dist/cli.cjs"), "mcp", ...(url === undefined ? [] : ["--url", url])],
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    env: { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent", ...options.env },
    stderr: "pipe",
  })
  let written = ""
  transport.stderr?.on("data", (chunk: Buffer) => (written += chunk.toString()))
  const { client, call } = await connect(transport, options)
  return { client, call, warnings: () => written, pid: transport.pid, close: () => client.close() }
}

/** Connects to `/mcp` of a server. */
export async function connectHttp(url: string, options: McpOptions = {}): Promise<McpClient> {
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", url), {
    requestInit: { headers: { ...options.headers } },
  })
  const { client, call } = await connect(transport, options)
  return { client, call, warnings: () => "", pid: null, close: () => client.close() }
}

// --- internal ---

async function connect(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  { era = "legacy", name = "claude-code" }: McpOptions,
): Promise<Pick<McpClient, "client" | "call">> {
  const client = new Client({ name, version: "1.0.0" }, { versionNegotiation: { mode: era } })
  await client.connect(transport)
  return {
    client,
    async call(tool, input = {}) {
      const { content } = await client.callTool({ name: tool, arguments: input })
      const [block] = content
      if (content.length !== 1 || block?.type !== "text")
        throw new Error(`not one text: ${JSON.stringify(content)}`)
      return block.text
    },
  }
}
