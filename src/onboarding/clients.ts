import type { Json } from "../domain/wire/metadata.ts"

/** The coding agents that a repository can be set up for. */
export const clientNames = ["claude", "codex", "cursor", "copilot", "opencode", "gemini"] as const
export type ClientName = (typeof clientNames)[number]

/** A moment of a session at which a client can run a command. */
export type HookMoment = "start" | "heartbeat" | "stop"

/** The project file in which a client looks for MCP servers. */
export interface McpFile {
  readonly path: string
  /** Taken instead where only this one is there. */
  readonly or?: string
  readonly at: readonly string[]
  /** `stdio`: command and args apart; `local`: one list, as OpenCode has it. */
  readonly shape: "plain" | "stdio" | "local"
  readonly besides?: Readonly<Record<string, Json>>
  /** Who reads it as plain JSON: a comment in it, and they read nothing at all. */
  readonly plainFor?: string
}

/** The project file in which a client looks for hooks, and what it calls the moments. */
export interface HookFile {
  readonly path: string
  readonly events: Readonly<Record<HookMoment, string>>
  /** Its name of the moment after a tool that failed, where `heartbeat` is only for tools that did not. */
  readonly afterFailure?: string
  /** `groups`: a list of groups of handlers; `list`: a list of handlers; `file`: a file of our own. */
  readonly shape: "groups" | "list" | "file"
  /** What the handler says about its time: the key, and how long. */
  readonly patience: Readonly<Record<string, number>>
  readonly besides?: Readonly<Record<string, Json>>
  readonly plainFor?: string
}

/** Where a client reads what a repository tells it. */
export interface ClientPlaces {
  readonly title: string
  /** Files and directories that show that a repository is used with it. */
  readonly signs: readonly string[]
  /** The names of its program. */
  readonly programs: readonly string[]
  readonly skills: string
  readonly mcp: readonly McpFile[]
  /** TOML, which is not JSON: one table at the end. */
  readonly mcpToml?: string
  /** undefined: its hooks are a plugin (`plugin`). */
  readonly hooks?: HookFile
  readonly plugin?: string
}

/** All skills but Claude Code's: five clients read this folder, so that one copy serves all of them. */
const sharedSkills = ".agents/skills"
const claudeMcp: McpFile = {
  path: ".mcp.json",
  at: ["mcpServers"],
  shape: "stdio",
  plainFor: "Claude Code and Copilot's command line read",
}
const secondsOf = { timeout: 5 }

/**
 * Looked up on 2026-11-22. "Asked" means: the client itself, at this version, listed what was put there.
 *
 * | client      | version | instructions             | skills, MCP                        | source                                     |
 * | ----------- | ------- | ------------------------ | ---------------------------------- | ------------------------------------------ |
 * | Claude Code | 2.1.332 | CLAUDE.md                | asked (`claude mcp list`)          | code.claude.com/docs: hooks, skills, mcp   |
 * | Codex       | 0.171.0 | AGENTS.md                | asked (`codex mcp list`)           | developers.openai.com/codex: hooks, skills |
 * | Cursor      | none    | AGENTS.md                | docs only: no program on npm       | cursor.com/docs: hooks, context/skills     |
 * | Copilot CLI | 1.0.102 | AGENTS.md, CLAUDE.md, …  | asked (`copilot mcp`, `skill list`) | github/docs: copilot/reference/hooks-…     |
 * | VS Code     | none    | AGENTS.md                | docs only: no program on npm       | code.visualstudio.com/docs/copilot         |
 * | OpenCode    | 1.18.33 | AGENTS.md                | asked (`mcp list`, `debug skill`)  | its built-in skill customize-opencode      |
 * | Gemini CLI  | 0.61.0  | GEMINI.md                | asked (`mcp list`, `skills list`)  | docs in its package: hooks, skills, tools  |
 *
 * Copilot's command line reads `.mcp.json` and not `.vscode/mcp.json`; in VS Code it is the other way round. Codex, Gemini
 * and Copilot read a project's MCP file and hooks only in a directory that their user trusts. Asked too: Claude Code takes
 * nothing from a `.mcp.json` or a `settings.json` with a comment or a trailing comma, and Copilot nothing from such a `.mcp.json`.
 *
 * What each takes from its hooks was seen on 2026-11-29 in its requests to a model: all three moments with Claude Code 2.1.332,
 * Codex 0.171.0, Copilot CLI 1.0.102, Gemini CLI 0.61.0 and OpenCode 1.18.33, where `opencode run` ends before the third and
 * `opencode serve` does not. After a tool that failed Claude Code (2.1.197 too) and Copilot run another event, Codex the same
 * one, OpenCode none, and Gemini CLI the same one without sending its answer to the model. An event that Claude Code does not
 * know is left out.
 */
export const clients: Readonly<Record<ClientName, ClientPlaces>> = {
  claude: {
    title: "Claude Code",
    signs: [".claude", "CLAUDE.md"],
    programs: ["claude"],
    skills: ".claude/skills",
    mcp: [claudeMcp],
    hooks: {
      path: ".claude/settings.json",
      events: { start: "SessionStart", heartbeat: "PostToolUse", stop: "Stop" },
      afterFailure: "PostToolUseFailure",
      shape: "groups",
      patience: secondsOf,
      plainFor: "Claude Code reads",
    },
  },
  codex: {
    title: "Codex",
    signs: [".codex"],
    programs: ["codex"],
    skills: sharedSkills,
    mcp: [],
    mcpToml: ".codex/config.toml",
    hooks: {
      path: ".codex/hooks.json",
      events: { start: "SessionStart", heartbeat: "PostToolUse", stop: "Stop" },
      shape: "groups",
      patience: secondsOf,
    },
  },
  cursor: {
    title: "Cursor",
    signs: [".cursor", ".cursorrules"],
    programs: ["cursor", "cursor-agent"],
    skills: sharedSkills,
    mcp: [{ path: ".cursor/mcp.json", at: ["mcpServers"], shape: "stdio" }],
    hooks: {
      path: ".cursor/hooks.json",
      events: { start: "sessionStart", heartbeat: "postToolUse", stop: "stop" },
      shape: "list",
      patience: secondsOf,
      besides: { version: 1 },
    },
  },
  copilot: {
    title: "GitHub Copilot",
    signs: [".github/copilot-instructions.md", ".github/instructions", ".github/hooks", ".vscode/mcp.json"],
    programs: ["copilot"],
    skills: sharedSkills,
    mcp: [{ path: ".vscode/mcp.json", at: ["servers"], shape: "stdio" }, claudeMcp],
    hooks: {
      path: ".github/hooks/upnext.json",
      events: { start: "sessionStart", heartbeat: "postToolUse", stop: "agentStop" },
      afterFailure: "postToolUseFailure",
      shape: "file",
      patience: { timeoutSec: 5 },
      besides: { version: 1 },
    },
  },
  opencode: {
    title: "OpenCode",
    signs: [".opencode", "opencode.json", "opencode.jsonc"],
    programs: ["opencode"],
    skills: sharedSkills,
    mcp: [
      {
        path: "opencode.json",
        or: "opencode.jsonc",
        at: ["mcp"],
        shape: "local",
        besides: { $schema: "https://opencode.ai/config.json" },
      },
    ],
    plugin: ".opencode/plugins/upnext.js",
  },
  gemini: {
    title: "Gemini CLI",
    signs: [".gemini", "GEMINI.md"],
    programs: ["gemini"],
    skills: sharedSkills,
    mcp: [{ path: ".gemini/settings.json", at: ["mcpServers"], shape: "plain" }],
    hooks: {
      path: ".gemini/settings.json",
      events: { start: "SessionStart", heartbeat: "AfterTool", stop: "AfterAgent" },
      shape: "groups",
      patience: { timeout: 5000 },
    },
  },
}
