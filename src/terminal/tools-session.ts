import { createHash } from "node:crypto"
import { constants, readFileSync, rmSync } from "node:fs"
import { open } from "node:fs/promises"
import { tmpdir } from "node:os"
import { isAbsolute, join } from "node:path"
import { parseJsonObject } from "../machine/text.ts"

/** As whom the tools of `upnext mcp` hold tasks. */
export interface ToolsSession {
  /** The name that the program has given itself. */
  readonly client: string
  readonly agent: string
  readonly session: string
}

/**
 * Leaves word, for the hooks of the session of a coding agent, as whom its tools hold tasks: each process of tools is a
 * session of its own, of which a hook knows nothing. It stands in the directory for temporary files, and may be lost.
 * @param around the session of the coding agent, as the process of the tools sees it
 */
export async function leaveToolsSession(around: string, tools: ToolsSession): Promise<void> {
  const path = pathFor(around)
  const { O_CREAT, O_TRUNC, O_NOFOLLOW, O_WRONLY } = constants
  const file = await open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
  try {
    await file.writeFile(JSON.stringify(tools))
  } finally {
    await file.close()
  }
  process.once("exit", () => {
    try {
      // Another process of the same session may have taken the place.
      if (parseJsonObject(readFileSync(path, "utf8")).session === tools.session) rmSync(path)
    } catch {
      // It is not there any more.
    }
  })
}

/** As whom the tools hold tasks that this kind of agent has started in this session; undefined where none do. */
export async function findToolsSession(around: string, kind: string): Promise<ToolsSession | undefined> {
  const { O_NOFOLLOW, O_RDONLY } = constants
  const file = await open(pathFor(around), O_RDONLY | O_NOFOLLOW).catch(() => undefined)
  if (!file) return undefined
  try {
    // Anyone can write to the directory.
    if (process.getuid && (await file.stat()).uid !== process.getuid()) return undefined
    const { client, agent, session } = parseJsonObject(await file.readFile("utf8"))
    if (typeof client !== "string" || typeof agent !== "string" || typeof session !== "string")
      return undefined
    // An agent that another one has started may have its variables.
    return client.includes(kind) ? { client, agent, session } : undefined
  } catch {
    return undefined
  } finally {
    await file.close()
  }
}

// --- internal ---

function pathFor(around: string): string {
  const name = createHash("sha256")
    .update(`${process.getuid?.() ?? ""}\ntools\n${around}`)
    .digest("hex")
    .slice(0, 32)
  const { XDG_RUNTIME_DIR = "" } = process.env
  return join(isAbsolute(XDG_RUNTIME_DIR) ? XDG_RUNTIME_DIR : tmpdir(), `upnext-${name}`)
}
