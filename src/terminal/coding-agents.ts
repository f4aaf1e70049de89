import { loosePrefix } from "../domain/wire/names.ts"
import { canAsk } from "./ask.ts"
import { textOf, type Env, type Sourced } from "./sources.ts"

/**
 * What names a session: the one place that knows it. Each row was looked up in 2026-11, in the sources named with it.
 * A variable stands here only if it is the same in every command of a session. So no pid of a parent does.
 */
interface CodingAgent {
  /** The name under which it works if none is given. */
  readonly kind: string
  /** Says that it runs the command. */
  readonly mark: string
  /** Says in which of its sessions. */
  readonly session?: string
  /** The session is only unique on its machine. */
  readonly isLocal?: true
}

/** Where one sets the mark of another too, it stands before it. */
const codingAgents: readonly CodingAgent[] = [
  // snarktank/ralph prompt.md reads it in Amp's shell. Sets CLAUDECODE for compatibility: docs.rs/is-ai-agent 0.3.
  { kind: "amp", mark: "AMP_CURRENT_THREAD_ID", session: "AMP_CURRENT_THREAD_ID" },
  // code.claude.com/docs/en/env-vars; the session since 2.1.132: anthropics/claude-code#56879. /clear begins a new one.
  { kind: "claude", mark: "CLAUDECODE", session: "CLAUDE_CODE_SESSION_ID" },
  // openai/codex#10096, codex-rs/protocol/src/shell_environment.rs. A nested `codex exec` shows its parent's: #15527.
  { kind: "codex", mark: "CODEX_THREAD_ID", session: "CODEX_THREAD_ID" },
  // Changelog of Copilot CLI 1.0.29: shell commands get it. The session is the mark as well, where COPILOT_CLI is not set.
  { kind: "copilot", mark: "COPILOT_AGENT_SESSION_ID", session: "COPILOT_AGENT_SESSION_ID" },
  { kind: "copilot", mark: "COPILOT_CLI" },
  // The mark: cursor.com/docs/agent/terminal. The conversation is not documented. Other programs read it in the agent's
  // shell; an MCP server does not get it (gleanwork/glean-plugins-vnext#12). CURSOR_TRACE_ID is in every terminal of old
  // editors, so it names nothing.
  { kind: "cursor", mark: "CURSOR_AGENT", session: "CURSOR_CONVERSATION_ID" },
  // aaif-goose/goose#7017, #7072. Its ids are a date and a number.
  { kind: "goose", mark: "GOOSE_TERMINAL", session: "AGENT_SESSION_ID", isLocal: true },
  // None of its own (anomalyco/opencode#50006 was not taken in); plugins for `shell.env` set this one, ours of onboarding/hook-texts.ts too.
  { kind: "opencode", mark: "OPENCODE", session: "OPENCODE_SESSION_ID" },
  // QwenLM/qwen-code#4645, packages/core/src/services/shellContextEnv.ts.
  { kind: "qwen", mark: "QWEN_CODE", session: "QWEN_CODE_SESSION_ID" },
  // google-gemini/gemini-cli packages/core/src/services/shellExecutionService.ts: only hooks learn the session.
  { kind: "gemini", mark: "GEMINI_CLI" },
  // docs.augmentcode.com/cli/reference: its shell commands get the mark. No session is documented.
  { kind: "auggie", mark: "AUGMENT_AGENT" },
]

/**
 * The variable that tells the panes or windows of a terminal apart, and those that tell apart what counts them: tmux
 * numbers its panes in each server anew. Without the first, the others name no pane.
 */
const terminals: readonly (readonly string[])[] = [
  ["TMUX_PANE", "TMUX"], // tmux(1): the server's socket and pid
  ["ZELLIJ_PANE_ID", "ZELLIJ_SESSION_NAME"], // zellij.dev/documentation/integration
  ["STY", "WINDOW"], // screen(1): the pid of the session and its window
  ["KITTY_WINDOW_ID", "KITTY_PID"], // sw.kovidgoyal.net/kitty/glossary
  ["WEZTERM_PANE", "WEZTERM_UNIX_SOCKET"], // wezterm.org/cli/cli
  ["ITERM_SESSION_ID"], // iterm2.com/documentation-variables
  ["TERM_SESSION_ID"], // Terminal of macOS, the terminals of JetBrains
  ["WT_SESSION"], // Windows Terminal: microsoft/terminal#840
  ["GNOME_TERMINAL_SCREEN"], // GNOME Terminal, src/terminal-screen.cc: the D-Bus path of the tab
  ["KONSOLE_DBUS_SESSION", "KONSOLE_DBUS_SERVICE"], // KDE/konsole src/session/Session.cpp: counted in each process
  ["ALACRITTY_WINDOW_ID", "ALACRITTY_SOCKET"], // alacritty(1)
  ["SSH_TTY", "SSH_CONNECTION"], // ssh(1); a command without a terminal has no SSH_TTY
]

/** What the surroundings of a command say about who runs it. `host` is the name of this machine. */
export function surroundingsIn(env: Env, host = "") {
  const isOn = (name: string) => textOf(env[name]) !== undefined && env[name] !== "0"
  const running = codingAgents.filter(({ mark }) => isOn(mark))
  const [first] = running
  return {
    /** The coding agent that runs this command, and the variable that says so. */
    agent: first && { text: first.kind, source: first.mark },
    /** The session, as it is sent, and the variables that name it. */
    session: agentSession(running, env, host) ?? terminalSession(env, host),
  }
}

/** Whether a person runs this command, and no agent or worker for them. */
export function isByPerson(env: Env): boolean {
  return canAsk() && surroundingsIn(env).agent === undefined && !env["UPNEXT_LEASE_TOKEN"]
}

/** The variables that a coding agent of this kind sets for the commands of one of its sessions. */
export function variablesOf(kind: string, session: string | undefined): Readonly<Record<string, string>> {
  const own = codingAgents.filter((agent) => agent.kind === kind)
  const marks = own.flatMap(({ mark, session: name }) => (mark === name ? [] : [[mark, "1"] as const]))
  const names = own.flatMap((agent) => agent.session ?? [])
  return Object.fromEntries([
    ...marks,
    ...(session === undefined ? [] : names.map((name) => [name, session] as const)),
  ])
}

// --- internal ---

/** An agent that another one started has the variables of both, and only all of them together are its own. */
function agentSession(running: readonly CodingAgent[], env: Env, host: string): Sourced | undefined {
  const ids = running.flatMap(({ kind, session = "", isLocal }) => {
    const value = textOf(env[session])
    return value === undefined ? [] : [{ kind, session, value: isLocal ? `${value}@${host}` : value }]
  })
  if (ids.length === 0) return undefined
  const kinds = ids.map(({ kind }) => kind).join("+")
  const value = ids.map((id) => id.value).join("\n")
  return {
    text: `${kinds}:${/^[\x21-\x7e]{1,40}$/.test(value) ? value : hash(value)}`,
    source: ids.map(({ session }) => session).join(", "),
  }
}

/**
 * A terminal that was started from another inherits its variables, and which is the inner one cannot be told: only all
 * of them together are the terminal's own. The machine belongs to them, since panes are counted on each anew.
 */
function terminalSession(env: Env, host: string): Sourced | undefined {
  const found = terminals.filter(([pane = ""]) => textOf(env[pane])).flat()
  if (found.length === 0) return undefined
  const values = found.map((name) => `${name}=${env[name] ?? ""}`)
  return {
    text: `${loosePrefix}${hash([host, ...values].join("\n"))}`,
    source: found.filter((name) => env[name]).join(", "),
  }
}

/** FNV-1a of 64 bits. A secure hash would take 2 ms to load, and a collision gives no advantage. */
function hash(text: string): string {
  let sum = 0xcbf29ce484222325n
  for (const byte of Buffer.from(text)) sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n)
  return sum.toString(36)
}
