import { expect, test } from "vitest"
import { decideSettings, needsToken } from "../../src/config/board-settings.ts"
import type { Config } from "../../src/config/config.ts"
import type { BoardSettings, SharedServer } from "../../src/storage/storage.ts"

const hash = (letter: string) => letter.repeat(64)
const policy = {
  lease: 1_800_000,
  maxAttempts: 3,
  maxExpiries: 5,
  escalation: {},
  reflection: "required",
  criteria: "optional",
  checks: "optional",
} as const
const kept: BoardSettings = { policy, tokens: [{ hash: hash("a") }] }
const other: SharedServer = {
  ...{ pid: 7, version: "1.0.0", startedAt: "2026-01-01T00:00:00.000Z", url: "http://127.0.0.1:4445" },
  ...{ host: "box", silentMs: 100, isOverdue: false },
}

/** A configuration that sets what is given and nothing else. */
function configured({
  tokens = [],
  ...chosen
}: Partial<Config["chosen"]> & Partial<Pick<Config, "tokens">>): Config {
  const { lease, maxAttempts, maxExpiries, escalation, ...gates } = { ...policy, ...chosen }
  return {
    ...{
      home: "/home",
      host: "127.0.0.1",
      port: 1,
      auth: true,
      allowedHosts: [],
      hostedDashboard: undefined,
    },
    ...{ tokens, lease, maxAttempts, maxExpiries, escalation, policy: gates, chosen },
  }
}

function decide(given: Parameters<typeof configured>[0], settings = {}, others: SharedServer[] = []) {
  const { found, reconfigure } = { found: kept as BoardSettings | undefined, reconfigure: false, ...settings }
  return decideSettings(configured(given), { reconfigure })(found, others)
}

test("a new board takes the settings of the server that makes it, defaults included", () => {
  expect(decide({ maxAttempts: 5, tokens: [{ hash: hash("b") }] }, { found: undefined })).toEqual({
    policy: { ...policy, maxAttempts: 5, reflection: "agents" },
    tokens: [{ hash: hash("b") }],
  })
})

test("a server that sets nothing goes by the board's settings", () => {
  const special = { policy: { ...policy, lease: 60_000, criteria: "required" }, tokens: kept.tokens }
  expect(decide({}, { found: special }, [other])).toEqual(special)
})

test("a board of before a setting takes it from the server that starts, and it is the board's from then on", () => {
  const { maxExpiries: _, ...older } = policy
  const found = { policy: older, tokens: [] }
  const agreed = decide({ maxExpiries: 9 }, { found })
  expect(agreed).toEqual({ policy: { ...policy, maxExpiries: 9 }, tokens: [] })
  expect(() => decide({ maxExpiries: 8 }, { found: agreed })).toThrow(
    "The board main has maxExpiries 9; this server is configured with maxExpiries 8.",
  )
})

test("an escalation is the board's, in whatever order its projects are written", () => {
  const found = decide({ escalation: { docs: ["ann", "mira"], ui: ["bo"] } }, { found: undefined })
  expect(decide({ escalation: { ui: ["bo"], docs: ["ann", "mira"] } }, { found })).toEqual(found)
  expect(() => decide({ escalation: { ui: ["bo"], docs: ["mira", "ann"] } }, { found })).toThrow(
    'has escalation [["docs",["ann","mira"]],["ui",["bo"]]]; this server is configured with escalation [["docs",["mira","ann"]],["ui",["bo"]]].',
  )
})

test("a server that sets what the board has starts", () => {
  expect(decide({ ...policy, tokens: [{ hash: hash("a") }] }, {}, [other])).toEqual(kept)
})

test("a server that sets something else is refused, and both are named", () => {
  expect(() => decide({ lease: 3_600_000, reflection: "optional", criteria: "optional" })).toThrow(
    expect.objectContaining({
      code: "settings_differ",
      message:
        "The board main has lease 30m, reflection required; this server is configured with lease 1h, reflection optional.",
    }),
  )
})

test("a server with other access tokens is refused, and the refusal shows only the beginning of each hash", () => {
  const refused = () => decide({ tokens: [{ hash: hash("b"), agent: "ann" }] })
  expect(refused).toThrow(
    "The board main has the access tokens with the hashes aaaaaaaa…; this server is configured with the access tokens with the hashes bbbbbbbb… of ann.",
  )
  expect(refused).not.toThrow(hash("b"))
})

test("the first access tokens of a board are those of the next server that has some", () => {
  const tokens = [{ hash: hash("b") }]
  expect(decide({ tokens }, { found: { policy, tokens: [] } }, [other])).toEqual({ policy, tokens })
})

test("to reconfigure replaces what is set and keeps the rest, while no other server runs", () => {
  expect(decide({ maxAttempts: 9 }, { reconfigure: true })).toEqual({
    ...kept,
    policy: { ...policy, maxAttempts: 9 },
  })
  expect(decide({ tokens: [{ hash: hash("b") }] }, { reconfigure: true }).tokens).toEqual([
    { hash: hash("b") },
  ])
  expect(() => decide({ maxAttempts: 9 }, { reconfigure: true }, [other])).toThrow(
    expect.objectContaining({
      code: "board_in_use",
      message: "The board main is in use: http://127.0.0.1:4445 (pid 7 on box).",
    }),
  )
})

test.each([
  ["127.0.0.1", true, false],
  ["0.0.0.0", true, true],
  ["0.0.0.0", false, false],
])("a server at %s, with tokens %s, needs one: %s", (host, auth, expected) => {
  expect(needsToken({ ...configured({}), host, auth })).toBe(expected)
})

test.each([{ allowedHosts: ["board.example"] }, { trustProxy: ["127.0.0.1"] }])(
  "on loopback, a server with %j needs a token: others may reach it",
  (given) => {
    expect(needsToken(configured({}))).toBe(false)
    expect(needsToken({ ...configured({}), ...given })).toBe(true)
    expect(needsToken({ ...configured({}), ...given, auth: false })).toBe(false)
  },
)
