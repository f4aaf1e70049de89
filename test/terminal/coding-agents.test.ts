import { describe, expect, test } from "vitest"
import { Session } from "../../src/domain/wire/schemas.ts"
import { clientNames } from "../../src/onboarding/clients.ts"
import { surroundingsIn, variablesOf } from "../../src/terminal/coding-agents.ts"

const id = "8a718ed2-2856-435b-bd9a-63c5b8291b42"
const sessionOf = (env: Record<string, string>, host = "box") => surroundingsIn(env, host).session?.text
const nameOf = (env: Record<string, string>) => surroundingsIn(env, "box").agent?.text

describe("a coding agent", () => {
  test.each<[name: string, env: Record<string, string>, session: string | undefined]>([
    ["amp", { AMP_CURRENT_THREAD_ID: `T-${id}`, CLAUDECODE: "1", AGENT: "amp" }, `amp:T-${id}`],
    ["claude", { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: id }, `claude:${id}`],
    ["codex", { CODEX_THREAD_ID: id, CODEX_SANDBOX: "seatbelt" }, `codex:${id}`],
    ["copilot", { COPILOT_CLI: "1", COPILOT_AGENT_SESSION_ID: id }, `copilot:${id}`],
    ["copilot", { COPILOT_AGENT_SESSION_ID: id }, `copilot:${id}`],
    ["cursor", { CURSOR_AGENT: "1", CURSOR_CONVERSATION_ID: id }, `cursor:${id}`],
    [
      "goose",
      { GOOSE_TERMINAL: "1", AGENT: "goose", AGENT_SESSION_ID: "20261122_3" },
      "goose:20261122_3@box",
    ],
    ["opencode", { OPENCODE: "1", AGENT: "1", OPENCODE_SESSION_ID: "ses_1" }, "opencode:ses_1"],
    ["qwen", { QWEN_CODE: "1", GEMINI_CLI: "1", QWEN_CODE_SESSION_ID: id }, `qwen:${id}`],
    ["claude", { CLAUDECODE: "1" }, undefined],
    ["opencode", { OPENCODE: "1", OPENCODE_PID: "12" }, undefined],
    ["cursor", { CURSOR_AGENT: "1", CURSOR_TRACE_ID: id }, undefined],
    ["gemini", { GEMINI_CLI: "1" }, undefined],
    ["auggie", { AUGMENT_AGENT: "1" }, undefined],
  ])("%s is known by %j, and its session is %s", (name, env, session) => {
    expect(nameOf(env)).toBe(name)
    expect(sessionOf(env)).toBe(session)
    if (session !== undefined) expect(Session.safeParse(session).success).toBe(true)
  })

  test.each([
    [{}],
    [{ CLAUDECODE: "" }],
    [{ CLAUDECODE: "0" }],
    [{ AGENT_SESSION_ID: "1" }],
    [{ TERM: "xterm" }],
  ])("%j names none, and no session", (env) =>
    expect(surroundingsIn(env, "box")).toEqual({ agent: undefined, session: undefined }),
  )

  test("an agent that another one started has a session of its own, whichever is the inner one", () => {
    const inner = "019d1afb-b2c7-72d3-b240-f3ee9d31b2c9"
    const both = sessionOf({ CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: id, CODEX_THREAD_ID: inner })
    const other = sessionOf({ CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: id, CODEX_THREAD_ID: id })
    expect(both).toMatch(/^claude\+codex:\w+$/)
    expect(new Set([both, other, `claude:${id}`, `codex:${inner}`]).size).toBe(4)
  })

  test("its session goes before the terminal's; an agent that shows none has the terminal's", () => {
    const pane = { TMUX: "/tmp/tmux-0/default,7,0", TMUX_PANE: "%1" }
    expect(sessionOf({ ...pane, CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: id })).toBe(`claude:${id}`)
    expect(sessionOf({ ...pane, GEMINI_CLI: "1" })).toBe(sessionOf(pane))
  })

  test.each(["x".repeat(500), "a\u0000b", "ä ö", "a\nb"])(
    "a session such as %j is sent as one that fits",
    (odd) => {
      const session = sessionOf({ CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: odd })
      expect(session).toMatch(/^claude:\w{5,13}$/)
      expect(Session.safeParse(session).success).toBe(true)
    },
  )
})

describe("a terminal", () => {
  const tmux = { TMUX: "/tmp/tmux-0/default,7,0", TMUX_PANE: "%0" }
  /** One step away from each other: another pane, another server, another machine. */
  const panes: [env: Record<string, string>, host: string][] = [
    [tmux, "box"],
    [{ ...tmux, TMUX_PANE: "%1" }, "box"],
    [{ ...tmux, TMUX: "/tmp/tmux-0/default,8,0" }, "box"],
    [{ ...tmux, TMUX: "/tmp/tmux-0/other,7,0" }, "box"],
    [tmux, "den"],
    [{ ZELLIJ_PANE_ID: "0", ZELLIJ_SESSION_NAME: "a" }, "box"],
    [{ ZELLIJ_PANE_ID: "0", ZELLIJ_SESSION_NAME: "b" }, "box"],
    [{ STY: "12.pts-0.box", WINDOW: "0" }, "box"],
    [{ STY: "12.pts-0.box", WINDOW: "1" }, "box"],
    [{ ...tmux, STY: "12.pts-0.box", WINDOW: "0" }, "box"],
    [{ ...tmux, STY: "12.pts-0.box", WINDOW: "1" }, "box"],
    [{ KITTY_WINDOW_ID: "1", KITTY_PID: "7" }, "box"],
    [{ KITTY_WINDOW_ID: "1", KITTY_PID: "8" }, "box"],
    [{ WEZTERM_PANE: "1", WEZTERM_UNIX_SOCKET: "/run/gui-sock-7" }, "box"],
    [
      { WEZTERM_PANE: "1", WEZTERM_UNIX_SOCKET: "/run/gui-sock-7", KITTY_WINDOW_ID: "1", KITTY_PID: "7" },
      "box",
    ],
    [
      { WEZTERM_PANE: "2", WEZTERM_UNIX_SOCKET: "/run/gui-sock-7", KITTY_WINDOW_ID: "1", KITTY_PID: "7" },
      "box",
    ],
    [{ ITERM_SESSION_ID: `w0t0p0:${id}`, TERM_SESSION_ID: `w0t0p0:${id}` }, "box"],
    [{ TERM_SESSION_ID: id }, "box"],
    [{ WT_SESSION: id }, "box"],
    [{ GNOME_TERMINAL_SCREEN: "/org/gnome/Terminal/screen/1" }, "box"],
    [{ KONSOLE_DBUS_SESSION: "/Sessions/1", KONSOLE_DBUS_SERVICE: ":1.7" }, "box"],
    [{ ALACRITTY_WINDOW_ID: "1", ALACRITTY_SOCKET: "/run/a-7.sock" }, "box"],
    [{ SSH_TTY: "/dev/pts/0", SSH_CONNECTION: "10.0.0.1 50000 10.0.0.2 22" }, "box"],
    [{ SSH_TTY: "/dev/pts/0", SSH_CONNECTION: "10.0.0.1 50001 10.0.0.2 22" }, "box"],
  ]

  test("no two are taken for one, and one is the same each time", () => {
    const sessions = panes.map(([env, host]) => sessionOf({ ...env, SHLVL: "1" }, host))
    expect(new Set(sessions).size).toBe(panes.length)
    for (const session of sessions) expect(session).toMatch(/^terminal:\w{5,13}$/)
    expect(panes.map(([env, host]) => sessionOf({ ...env, SHLVL: "2", PWD: "/" }, host))).toEqual(sessions)
  })

  test.each([
    [{ TMUX: "/tmp/tmux-0/default,7,0" }],
    [{ WINDOW: "1" }],
    [{ SSH_CONNECTION: "1 2 3 4" }],
    [{ TMUX_PANE: "" }],
  ])("%j names no pane, so there is no session", (env) => expect(sessionOf(env)).toBeUndefined())

  test("the variables are named that the session comes from", () => {
    expect(surroundingsIn(tmux, "box").session?.source).toBe("TMUX_PANE, TMUX")
    expect(surroundingsIn({ TMUX_PANE: "%1" }, "box").session?.source).toBe("TMUX_PANE")
  })
})

test.each(clientNames)(
  "%s, which init sets up, is known here: its hook and its commands are one session",
  (name) => {
    const { agent, session } = surroundingsIn(variablesOf(name, "s-1"))
    expect(agent?.text).toBe(name)
    expect(session?.text).toBe(name === "gemini" ? undefined : `${name}:s-1`)
  },
)
