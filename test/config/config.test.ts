import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { loadConfig } from "../../src/config/config.ts"
import { isLoopback } from "../../src/machine/loopback.ts"

const home = mkdtempSync(join(tmpdir(), "upnext-config-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))

async function load(file: unknown, env: Record<string, string> = {}, flags: Record<string, unknown> = {}) {
  writeFileSync(join(home, "config.json"), typeof file === "string" ? file : JSON.stringify(file))
  return loadConfig({ flags, env: { UPNEXT_HOME: home, ...env } })
}

const hash = "a".repeat(64)

test("an empty --home is no home, as for every command: UPNEXT_HOME counts", async () => {
  expect((await load({}, {}, { home: "" })).home).toBe(home)
})

describe("flags come before UPNEXT_*, these before the file, and the file before the defaults", () => {
  test.each<[unknown, Record<string, string>, Record<string, unknown>, Record<string, unknown>]>([
    [{}, {}, {}, { host: "127.0.0.1", port: 4445, lease: 1_800_000, maxAttempts: 3, auth: true, tokens: [] }],
    [{ port: 1 }, {}, {}, { port: 1 }],
    [{ port: 1 }, { UPNEXT_PORT: "2" }, {}, { port: 2 }],
    [{ port: 1 }, { UPNEXT_PORT: "2" }, { port: 3 }, { port: 3 }],
    [{ port: 1 }, { UPNEXT_PORT: "" }, {}, { port: 1 }],
    [{ lease: "1h30m" }, {}, {}, { lease: 5_400_000 }],
    [
      { policy: { reflection: "optional" } },
      {},
      {},
      { policy: { reflection: "optional", criteria: "optional" } },
    ],
    [
      { policy: { criteria: "optional" } },
      { UPNEXT_CRITERIA: "required" },
      {},
      { policy: { reflection: "required", criteria: "required" } },
    ],
    [{}, { UPNEXT_ALLOWED_HOSTS: "a.example, b.example" }, {}, { allowedHosts: ["a.example", "b.example"] }],
    [{}, {}, { "trust-proxy": "127.0.0.1, ::1" }, { trustProxy: ["127.0.0.1", "::1"] }],
    [{ trustProxy: ["10.0.0.7"] }, {}, {}, { trustProxy: ["10.0.0.7"] }],
    [{}, { UPNEXT_TRUST_PROXY: "10.0.0.7" }, {}, { trustProxy: ["10.0.0.7"] }],
    [
      { maxExpiries: 9 },
      { UPNEXT_MAX_EXPIRIES: "7" },
      {},
      { maxAttempts: 3, maxExpiries: 7, escalation: {} },
    ],
    [{ escalation: { docs: ["ann"] } }, {}, {}, { escalation: { docs: ["ann"] } }],
    [{ tokens: [{ hash, agent: "ann" }] }, {}, {}, { tokens: [{ hash, agent: "ann" }] }],
    [{ tokens: [{ hash }] }, {}, { auth: false }, { auth: false, tokens: [] }],
    [{}, { UPNEXT_NO_AUTH: "1", UPNEXT_TOKEN: "t" }, {}, { auth: false, tokens: [] }],
    [{}, { UPNEXT_HOSTED_DASHBOARD: "https://b.example" }, {}, { hostedDashboard: "https://b.example" }],
    [{}, {}, {}, { backup: undefined }],
    [{ backup: { to: "/b" } }, {}, {}, { backup: { to: "/b", everyMs: 86_400_000, keep: 7 } }],
    [
      { backup: { to: "/b", every: "1m", keep: 2 } },
      { UPNEXT_BACKUP_TO: "/c", UPNEXT_BACKUP_EVERY: "1w" },
      {},
      { backup: { to: "/c", everyMs: 604_800_000, keep: 2 } },
    ],
    [{}, {}, {}, { database: undefined, board: undefined }],
    [{ database: "postgres://f/x" }, {}, {}, { database: "postgres://f/x" }],
    [
      { database: "postgres://f/x" },
      { UPNEXT_DATABASE: "postgres://e/x" },
      {},
      { database: "postgres://e/x" },
    ],
    [
      {},
      { UPNEXT_DATABASE: "postgres://e/x" },
      { database: "postgres://g/x" },
      { database: "postgres://g/x" },
    ],
    [
      { database: "postgres://f/x", databaseDirect: "postgres://d/x" },
      {},
      {},
      { database: "postgres://f/x", databaseDirect: "postgres://d/x" },
    ],
    [
      { databaseDirect: "postgres://d/x" },
      { UPNEXT_DATABASE_DIRECT: "postgres://e/x" },
      { database: "postgres://g/x" },
      { databaseDirect: "postgres://e/x" },
    ],
    [{ board: "a" }, { UPNEXT_BOARD: "b" }, { database: "postgres://g/x" }, { board: "b" }],
  ])("%j %j %j", async (file, env, flags, expected) => {
    expect(await load(file, env, flags)).toMatchObject(expected)
  })

  test("only the SHA-256 of a token is kept", async () => {
    const config = await load({ tokens: [{ hash }] }, { UPNEXT_TOKEN: "secret-token" })
    expect(config.tokens.map((token) => token.hash)).toEqual([hash, expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(JSON.stringify(config)).not.toContain("secret-token")
  })

  test("without a home the defaults apply", async () => {
    const config = await loadConfig({ flags: { home: join(home, "none") }, env: {} })
    expect(config).toMatchObject({ home: join(home, "none"), port: 4445 })
  })
})

describe("a bad value is refused with the place it comes from and what to do", () => {
  test.each<[unknown, Record<string, string>, string]>([
    ["{", {}, "config.json is not valid JSON"],
    ["[]", {}, "config.json must contain a JSON object."],
    [{ prot: 1 }, {}, 'unknown key "prot". Did you mean port?'],
    [{ prot: 1, y: 1 }, {}, 'unknown key "prot". Did you mean port? unknown key "y".'],
    [{ policy: { reflexion: "optional" } }, {}, 'policy: unknown key "reflexion". Did you mean reflection?'],
    [{ policy: 1 }, {}, "config.json must contain a JSON object."],
    [{ token: "x" }, {}, "contains a plain-text token."],
    [{ port: 0 }, {}, "config.json: port: expected a whole number from 1 to 65535, not 0."],
    [{}, { UPNEXT_PORT: "abc" }, 'UPNEXT_PORT: expected a whole number from 1 to 65535, not "abc".'],
    [{ lease: "soon" }, {}, "lease: expected a duration such as"],
    [{ lease: "8d" }, {}, "from 1s to 7d"],
    [{ host: "a b" }, {}, "expected an address such as 127.0.0.1"],
    [{ tokens: ["x"] }, {}, "tokens: expected [{"],
    [{ tokens: [{ hash: "abc" }] }, {}, "tokens: expected [{"],
    [{ tokens: [{ hash, agent: "" }] }, {}, "tokens: expected [{"],
    [{ tokens: [{ hash, name: "ann" }] }, {}, "tokens: expected [{"],
    [{ escalation: ["ann"] }, {}, "escalation: expected projects with names of agents, such as"],
    [{ escalation: { docs: [] } }, {}, "escalation: expected projects with names of agents"],
    [{ escalation: { docs: ["ann", " "] } }, {}, "escalation: expected projects with names of agents"],
    [{ host: 1 }, {}, "host: expected an address such as 127.0.0.1, not 1."],
    [{ auth: "maybe" }, {}, "auth: expected true or false"],
    [{ allowedHosts: [1] }, {}, "allowedHosts: expected host names, such as"],
    [{ trustProxy: ["proxy.example"] }, {}, "trustProxy: expected proxy addresses, such as"],
    [{}, { UPNEXT_TRUST_PROXY: "10.0.0.0/8" }, "UPNEXT_TRUST_PROXY: expected proxy addresses"],
    [{}, { UPNEXT_TRUST_PROXY: "fe80::1%eth0" }, "UPNEXT_TRUST_PROXY: expected proxy addresses"],
    [{ backup: { to: "backups" } }, {}, "backup.to: expected the absolute path of a directory, such as /mnt"],
    [{ backup: { to: "/b", every: "59s" } }, {}, "backup.every: expected a duration such as"],
    [{ backup: { to: "/b", keep: 0 } }, {}, "backup.keep: expected a whole number from 1 to 1000, not 0."],
    [{ backup: { dir: "/b" } }, {}, 'backup: unknown key "dir".'],
    [{ backup: "1d" }, {}, "config.json must contain a JSON object."],
    [{ backup: { every: "1d" } }, {}, "Timed backups cannot be made, because no directory is set for them."],
    [{}, { UPNEXT_BACKUP_KEEP: "3" }, "Timed backups cannot be made, because no directory is set for them."],
    [{ hostedDashboard: "https:/b" }, {}, "expected a URL such as"],
    [{}, { UPNEXT_COMPRESSION: "some" }, "UPNEXT_COMPRESSION: expected remote, always or never"],
    [{ policy: { reflection: "maybe" } }, {}, "expected required, agents or optional"],
    [{ policy: { criteria: "maybe" } }, {}, "expected required or optional"],
    [{}, { UPNEXT_CRITERIA: "yes" }, "expected required or optional"],
    [{ hostedDashboard: "javascript:alert(1)" }, {}, "expected a URL such as"],
    [{ allowedHosts: ["*"] }, {}, "config.json: allowedHosts: list each host; with *"],
    [{ allowedHosts: ["a.example", "*.b.example"] }, {}, "list each host; with *"],
    [{}, { UPNEXT_ALLOWED_HOSTS: "*" }, "UPNEXT_ALLOWED_HOSTS: list each host"],
    [{ allowedHosts: ["http://a.example"] }, {}, "expected host names without a port"],
    [{ allowedHosts: ["a.example:4445"] }, {}, "expected host names without a port"],
    [{}, { UPNEXT_TOKEN: "two words" }, "UPNEXT_TOKEN: a token may contain only letters"],
    [{ database: 5432 }, {}, "config.json: database: expected the URL of a PostgreSQL database"],
    [{}, { UPNEXT_DATABASE: "work" }, "UPNEXT_DATABASE: expected postgres://user@host:5432/database."],
    [
      {},
      { UPNEXT_DATABASE_DIRECT: "postgres://d/x" },
      "The direct database address cannot be used, because no",
    ],
    [{}, { UPNEXT_BOARD: "work" }, "The board work cannot be used, because no database is set."],
    [{ database: "postgres://f/x", board: "a b" }, {}, "board: expected a name of at most 64 letters"],
  ])("%j %j: %s", async (file, env, message) => {
    await expect(load(file, env)).rejects.toMatchObject({
      code: "invalid_config",
      message: expect.stringContaining(message) as string,
    })
  })
})

test.each(["UPNEXT_DATABASE", "UPNEXT_DATABASE_DIRECT"])(
  "a bad URL in %s is not quoted, since it may hold a password",
  async (variable) => {
    await expect(load({}, { [variable]: "postgres://ann:secret@db" })).rejects.toSatisfy(
      (error: Error) => !error.message.includes("secret") && error.message.includes("a database name"),
    )
  },
)

test("what somebody set of the policy is told apart from defaults", async () => {
  expect((await load({})).chosen).toEqual({})
  const chosen = { maxAttempts: 3, criteria: "required" }
  expect((await load({ maxAttempts: 3, policy: { criteria: "required" } })).chosen).toEqual(chosen)
})

test.each([
  ["127.0.0.1", true],
  ["127.1.2.3", true],
  ["localhost", true],
  ["::1", true],
  ["[::1]", true],
  ["0.0.0.0", false],
  ["::", false],
  ["192.168.0.1", false],
  ["127.0.0.1.evil.example", false],
])("%s is loopback: %s", (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})
