import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { readSettings } from "../../src/terminal/settings.ts"

const space = mkdtempSync(join(tmpdir(), "upnext-settings-"))
afterAll(() => rmSync(space, { recursive: true, force: true }))

let count = 0
function project(content?: unknown): string {
  count += 1
  const deep = join(space, String(count), "a", "b")
  mkdirSync(deep, { recursive: true })
  if (content !== undefined) {
    const text = typeof content === "string" ? content : JSON.stringify(content)
    writeFileSync(join(space, String(count), ".upnext.json"), text)
  }
  return deep
}

function read(flags: Record<string, unknown>, env: Record<string, string>, file?: unknown) {
  const none = join(space, "none")
  return readSettings(flags, { UPNEXT_HOME: none, XDG_CONFIG_HOME: none, ...env }, project(file), {
    question: "passes",
  })
}

const usual = "http://127.0.0.1:4445"

const claude = { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "c-1" }

describe("where a setting comes from", () => {
  test.each<[string, Record<string, unknown>, Record<string, string>, unknown, Record<string, unknown>]>([
    ["defaults", {}, {}, undefined, { url: usual, session: undefined, project: undefined, token: undefined }],
    ["a file above the directory", {}, {}, { agent: "f", project: "p" }, { agent: "f", project: "p" }],
    ["a variable goes before the file", {}, { UPNEXT_AGENT: "e" }, { agent: "f" }, { agent: "e" }],
    ["a flag goes before both", { agent: "x" }, { UPNEXT_AGENT: "e" }, { agent: "f" }, { agent: "x" }],
    ["a blank variable is none", {}, { UPNEXT_AGENT: " " }, { agent: "f" }, { agent: "f" }],
    ["an empty variable is none", {}, { UPNEXT_AGENT: "" }, { agent: "f" }, { agent: "f" }],
    ["an empty --project is none", { project: "" }, { UPNEXT_PROJECT: "e" }, {}, { project: undefined }],
    ["the session", {}, { UPNEXT_SESSION: "s-1" }, undefined, { session: "s-1" }],
    [
      "a named session goes before others",
      {},
      { UPNEXT_SESSION: "s-1", ...claude },
      undefined,
      { session: "s-1" },
    ],
    [
      "--session goes before it",
      { session: "f" },
      { UPNEXT_SESSION: "s-1", ...claude },
      undefined,
      { session: "f" },
    ],
    ["a coding agent's session", {}, claude, undefined, { session: "claude:c-1" }],
    [
      "a terminal's session",
      {},
      { TMUX_PANE: "%1" },
      undefined,
      { session: expect.stringMatching(/^terminal:/) },
    ],
    ["the login name", {}, { USER: "eve" }, undefined, { agent: "eve", isAgentAssumed: true }],
    [
      "a coding agent's name before it",
      {},
      { USER: "eve", ...claude },
      undefined,
      { agent: "claude", isAgentAssumed: true },
    ],
    [
      "a file before both",
      {},
      { USER: "eve", ...claude },
      { agent: "f" },
      { agent: "f", isAgentAssumed: false },
    ],
    ["a login name that nobody can have", {}, { LOGNAME: "Upnext" }, undefined, { agent: undefined }],
    [
      "the port of one's own server",
      {},
      { UPNEXT_PORT: "5000" },
      undefined,
      { url: "http://127.0.0.1:5000" },
    ],
    ["an address to listen at", {}, { UPNEXT_HOST: "0.0.0.0" }, undefined, { url: usual }],
    ["an IPv6 address", {}, { UPNEXT_HOST: "::1" }, undefined, { url: "http://[::1]:4445" }],
    ["a URL without a scheme", { url: "box:80/" }, {}, undefined, { url: "http://box" }],
    ["a URL below a path", { url: "https://x.example/up/" }, {}, undefined, { url: "https://x.example/up" }],
  ])("%s", async (_, flags, env, file, expected) => {
    expect(await read(flags, env, file)).toMatchObject(expected)
  })

  test("without any variable the login name is the system's", async () => {
    expect((await read({}, {})).agent).toBe(userInfo().username)
  })

  test("the port of the user's own config.json is used", async () => {
    const home = join(space, "home")
    mkdirSync(home)
    writeFileSync(join(home, "config.json"), '{"port": 4777}')
    expect((await read({}, { UPNEXT_HOME: home })).url).toBe("http://127.0.0.1:4777")
  })
})

describe("a token never goes to a URL from a less trusted source than its own", () => {
  const evil = { url: "http://evil.example" }
  test.each<[string, Record<string, unknown>, Record<string, string>, unknown, string | undefined]>([
    ["variable, usual URL", {}, { UPNEXT_TOKEN: "t" }, undefined, "t"],
    ["flag, usual URL", { token: "t" }, {}, undefined, "t"],
    ["variable, URL of the user", {}, { UPNEXT_TOKEN: "t", UPNEXT_URL: "http://box" }, evil, "t"],
    ["variable, --url", { url: "http://box" }, { UPNEXT_TOKEN: "t" }, evil, "t"],
    ["variable, URL of a file", {}, { UPNEXT_TOKEN: "t" }, evil, undefined],
    ["flag, URL of a file", { token: "t" }, {}, evil, undefined],
    ["the file names the usual URL", {}, { UPNEXT_TOKEN: "t" }, { url: `${usual}/` }, "t"],
  ])("%s", async (_, flags, env, file, token) => {
    const settings = await read(flags, env, file)
    expect(settings.token).toBe(token)
    if (token === undefined) expect(settings.withheld).toMatch(/\.upnext\.json$/)
  })
})

describe("what is refused", () => {
  test.each<[unknown, string]>([
    [{ token: "t" }, "hold a token"],
    [{ agnet: "x" }, 'unknown key "agnet". Did you mean agent?'],
    [{ agent: 7 }, "agent must be text."],
    ["{", "is not valid JSON"],
    ["[]", "it must contain a JSON object."],
    [{ url: "ftp://x" }, "is not a URL such as"],
    [{ url: "notaurl" }, '.upnext.json: url: "notaurl" is not a URL such as'],
    [{ url: "http://me:secret@x" }, "a URL must not have a name or password"],
  ])("%j: %s", async (file, message) => {
    await expect(read({}, {}, file)).rejects.toThrow(message)
  })
})
