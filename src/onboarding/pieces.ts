import { clientNames, clients, type ClientName, type McpFile } from "./clients.ts"
import { hookEvents, hookFile, hookHandler, hookSign, openCodePlugin } from "./hook-texts.ts"
import type { Json } from "../domain/wire/metadata.ts"
import type { Form, Piece } from "./piece.ts"
import { agentsBlock, importLine, skill } from "./texts.ts"

/** What a repository is to be set up with. */
export interface Wish {
  readonly clients: readonly ClientName[]
  readonly hooks: boolean
  readonly project: string
  /** The server, where it is not the default one. */
  readonly url: string | undefined
  /** CLAUDE.md is there, and neither is AGENTS.md nor imports it. */
  readonly needsImport: boolean
  /** The repository's own package.json depends on upnext. */
  readonly isDependency: boolean
  /** Whether a path of the repository is there. */
  isThere(path: string): boolean
}

/** Everything that is written for these clients. A piece that several read is there once. */
export function piecesFor(wish: Wish): Piece[] {
  if (wish.clients.length === 0) return []
  const pieces: Piece[] = [
    { path: "AGENTS.md", form: { kind: "block", marks: "markdown", text: agentsBlock } },
    ...(wish.needsImport && wish.clients.includes("claude") ? [importPiece] : []),
    setting("project", wish.project),
    ...(wish.url === undefined ? [] : [setting("url", wish.url)]),
  ]
  for (const name of clientNames.filter((each) => wish.clients.includes(each)))
    for (const piece of [...piecesOf(name, wish), ...(wish.hooks ? hooksOf(name) : [])])
      if (!pieces.some((each) => keyOf(each) === keyOf(piece))) pieces.push(piece)
  return pieces
}

/** Two pieces with one key are the same place. */
export function keyOf({ path, form }: Pick<Piece, "path" | "form">): string {
  return "at" in form ? `${path}#${form.at.join(".")}` : path
}

// --- internal ---

interface McpCommand {
  readonly command: string
  readonly args: readonly string[]
}

/**
 * How a client starts the bridge: the upnext on the path, as the instructions and the hooks do. npx does not find that,
 * unless npm itself has installed it. Where upnext is a part of the project it finds that one, and with `--no` it never
 * downloads a package: what is called so in a registry need not be this program.
 */
function mcpCommand({ isDependency }: Wish): McpCommand {
  return isDependency
    ? { command: "npx", args: ["--no", "upnext", "mcp"] }
    : { command: "upnext", args: ["mcp"] }
}

const importPiece: Piece = { path: "CLAUDE.md", form: { kind: "block", marks: "markdown", text: importLine } }

function setting(key: string, value: string): Piece {
  return { path: ".upnext.json", form: { kind: "entry", at: [key], value } }
}

function piecesOf(name: ClientName, wish: Wish): Piece[] {
  const starts = mcpCommand(wish)
  const { skills, mcp, mcpToml } = clients[name]
  const of = (path: string, form: Form): Piece => ({ path, form })
  return [
    of(`${skills}/upnext/SKILL.md`, { kind: "whole", text: skill }),
    ...mcp.map((file) => of(pathOf(file, wish.isThere), mcpEntry(file, starts))),
    ...(mcpToml === undefined ? [] : [of(mcpToml, mcpTable(starts))]),
  ]
}

function pathOf({ path, or }: McpFile, isThere: Wish["isThere"]): string {
  return or !== undefined && isThere(or) && !isThere(path) ? or : path
}

function mcpEntry({ at, shape, besides, plainFor }: McpFile, { command, args }: McpCommand): Form {
  const value: Json =
    shape === "local"
      ? { type: "local", command: [command, ...args] }
      : { ...(shape === "stdio" && { type: "stdio" }), command, args }
  return {
    kind: "entry",
    at: [...at, "upnext"],
    value,
    ...(besides && { besides }),
    ...(plainFor !== undefined && { plainFor }),
  }
}

function mcpTable({ command, args }: McpCommand): Form {
  const text = [
    "[mcp_servers.upnext]",
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((each) => JSON.stringify(each)).join(", ")}]`,
  ].join("\n")
  return { kind: "block", marks: "toml", table: ["mcp_servers", "upnext"], text }
}

function hooksOf(name: ClientName): Piece[] {
  const { hooks, plugin } = clients[name]
  if (plugin !== undefined) return [{ path: plugin, form: { kind: "whole", text: openCodePlugin } }]
  if (hooks === undefined) return []
  if (hooks.shape === "file")
    return [{ path: hooks.path, form: { kind: "whole", text: hookFile(name, hooks) } }]
  return hookEvents(hooks).map(([event, moment]) => ({
    path: hooks.path,
    form: {
      kind: "item",
      at: ["hooks", event],
      value: hookHandler(name, moment, hooks),
      sign: hookSign,
      ...(hooks.besides && { besides: hooks.besides }),
      ...(hooks.plainFor !== undefined && { plainFor: hooks.plainFor }),
    },
  }))
}
