import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { agentsBlock, skill } from "../../src/onboarding/texts.ts"
import { importsAgents } from "../../src/onboarding/repository-facts.ts"
import { countTokens } from "../support/tokens.js"
import { leftAlone, makeRepository, onboard, snapshot } from "./repository.ts"

const claude = { names: ["claude"] } as const

test("the block in AGENTS.md costs at most 160 tokens, with its markers", async () => {
  const root = await makeRepository()
  await onboard(root, claude)
  const text = await readFile(join(root, "AGENTS.md"), "utf8")
  expect(text).toContain(agentsBlock)
  expect(countTokens(text)).toBeLessThanOrEqual(160)
})

test("the skill has a name and a description, and fewer than 150 lines", () => {
  const [, head = "", body = ""] = /^---\n([^]*?)\n---\n([^]*)$/.exec(skill) ?? []
  expect(head).toMatch(/^name: upnext\ndescription: \S.{20,1000}$/)
  expect(body.split("\n").length).toBeLessThan(150)
})

test("the texts name the exit statuses, the hand-over and how a criterion is met, and give nobody a name", () => {
  for (const text of [agentsBlock, skill]) {
    expect(text).toMatch(/exit\b[^]*3[^]*4/i)
    expect(text).toContain("hand-over")
    expect(text).toContain("upnext meet")
    expect(text).not.toContain("--agent ")
    expect(text).not.toMatch(/\bgit (?:push|commit|pull)\b/)
  }
  expect(skill).toContain("--met")
  expect(skill).toContain("upnext whoami")
})

test.each([
  ["@AGENTS.md\n", true],
  ["# Claude\r\n\r\nRead @./AGENTS.md, first.\r\n", true],
  ["see AGENTS.md", false],
  ["mail me@AGENTS.md", false],
  ["@AGENTS.mdx\n", false],
])("whether CLAUDE.md with %j imports AGENTS.md: %s; if not, it gets one line", async (text, does) => {
  expect(importsAgents(text)).toBe(does)
  const root = await makeRepository({ "CLAUDE.md": text })
  expect(leftAlone(await onboard(root, claude))).toEqual([])
  const after = await readFile(join(root, "CLAUDE.md"), "utf8")
  if (does) expect(after).toBe(text)
  else expect(after.split("\n").filter((line) => line === "@AGENTS.md")).toHaveLength(1)
})

test("a CLAUDE.md that is a link to AGENTS.md gets no line, and none is made where there is none", async () => {
  const root = await makeRepository({ "AGENTS.md": "# Rules\n", "CLAUDE.md": { leadsTo: "AGENTS.md" } })
  expect(leftAlone(await onboard(root, claude))).toEqual([])
  const text = await readFile(join(root, "AGENTS.md"), "utf8")
  expect(text).not.toContain("@AGENTS.md")
  expect((await snapshot(root))["CLAUDE.md"]).toBe("link to AGENTS.md")
  const other = await makeRepository()
  await onboard(other, claude)
  expect(await snapshot(other)).not.toHaveProperty("CLAUDE.md")
})

test("where one folder of skills is a link to the other, the skill is written once, and taken back through it", async () => {
  const root = await makeRepository({
    ".agents/skills/mine/SKILL.md": "mine\n",
    ".claude/skills": { leadsTo: "../.agents/skills" },
  })
  const before = await snapshot(root)
  const { steps } = await onboard(root, { names: ["claude", "codex"] })
  expect(steps.filter(({ path }) => path.endsWith("SKILL.md")).map(({ what }) => what)).toEqual(["create"])
  const after = await snapshot(root)
  expect(after[".agents/skills/upnext/SKILL.md"]).toContain(skill)
  expect(after[".claude/skills"]).toBe("link to ../.agents/skills")
  await onboard(root, { removes: true })
  expect(await snapshot(root)).toEqual(before)
})

test("a folder of skills that is a link out of the repository is left alone and named", async () => {
  const elsewhere = await makeRepository({ "skills/kept.md": "mine\n" })
  const root = await makeRepository({ ".claude/skills": { leadsTo: join(elsewhere, "skills") } })
  const before = await snapshot(elsewhere)
  expect(leftAlone(await onboard(root, claude))).toEqual([".claude/skills/upnext/SKILL.md"])
  expect(leftAlone(await onboard(root, { removes: true }))).toEqual([])
  expect(await snapshot(elsewhere)).toEqual(before)
})
