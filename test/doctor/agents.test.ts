import { readFile, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { loadConfig } from "../../src/config/config.ts"
import type { Finding } from "../../src/doctor/check.ts"
import { agents } from "../../src/doctor/agents.ts"
import { sha256 } from "../../src/onboarding/record.ts"
import { makeRepository, onboard, snapshot } from "../onboarding/repository.ts"

/** What the doctor says about the agents of a repository, from a directory of it. It changes nothing. */
async function look(root: string, directory = root): Promise<Finding | undefined> {
  const before = await snapshot(root)
  const found = await agents.look({
    home: "/nowhere",
    cwd: directory,
    env: {},
    config: await loadConfig({ flags: { home: "/nowhere" }, env: {} }),
    configErrors: [],
    isKnown: () => true,
    isDatabaseFound: false,
    version: "0.0.0",
    findClientAddress: () =>
      Promise.resolve({
        url: "http://127.0.0.1:1",
        source: "a test",
        isOwn: true,
        readNames: () => Promise.resolve({ names: [], stuck: [] }),
        ask: () => Promise.resolve(),
      }),
    askHealth: () => Promise.reject(new Error("no server")),
    startCommand: () => "upnext start",
  })
  expect(await snapshot(root)).toEqual(before)
  return found
}

async function setUp(): Promise<string> {
  const root = await makeRepository({ "AGENTS.md": "# Rules\n", "src/deep/a.ts": "" })
  await onboard(root, { names: ["claude"], hooks: true })
  return root
}

async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, "utf8")
  expect(text).toContain(from)
  await writeFile(file, text.replace(from, to))
}

test("without a record of agents there is no finding", async () => {
  expect(await look(await makeRepository({ "AGENTS.md": "# Rules\n" }))).toBeUndefined()
})

test("what was just written is well, also from a directory below", async () => {
  const root = await setUp()
  expect(await look(root, join(root, "src/deep"))).toMatchObject({
    status: "ok",
    detail: `everything that upnext wrote for claude in ${root} is as it should be`,
  })
})

test("an edited block and entry are named, with the command that replaces them and the one that takes all back", async () => {
  const root = await setUp()
  await change(join(root, "AGENTS.md"), "Exit 3", "Exit 33")
  await change(join(root, ".mcp.json"), '"command": "upnext"', '"command": "bunx"')
  const found = await look(root)
  expect(found?.status).toBe("warn")
  expect(found?.detail).toContain("AGENTS.md: it was edited")
  expect(found?.detail).toContain(".mcp.json mcpServers.upnext: it was edited")
  expect(found?.hint).toBe(
    "To replace what was edited: upnext init --agents --force AGENTS.md --force .mcp.json. To remove everything: upnext init --agents --remove.",
  )
})

test("a block of another version is named, and the command it names writes the one of this version", async () => {
  const root = await setUp()
  const file = join(root, "AGENTS.md")
  const block =
    /<!-- upnext:begin -->\n([^]*?)\n<!-- upnext:end -->/.exec(await readFile(file, "utf8"))?.[1] ?? ""

  await change(file, block, "Old words.")
  await change(join(root, ".upnext/agents.json"), sha256(block), sha256("Old words."))
  expect(await look(root)).toMatchObject({
    status: "warn",
    detail: `in ${root}, AGENTS.md: it is from another version.`,
    hint: "To bring it up to date: upnext init --agents. To remove everything: upnext init --agents --remove.",
  })
  await onboard(root, { names: ["claude"] })
  expect(await look(root)).toMatchObject({ status: "ok" })
})

test("comments that keep Claude Code from reading a file are named, with what to do", async () => {
  const root = await setUp()
  await change(join(root, ".mcp.json"), "{", "{ // mine")
  expect(await look(root)).toMatchObject({
    status: "warn",
    detail: `in ${root}, .mcp.json mcpServers.upnext: it has comments, so Claude Code and Copilot's command line read none of it; remove them first.`,
    hint: "To start a new file and keep the old one next to it: upnext init --agents --force .mcp.json. To remove everything: upnext init --agents --remove.",
  })
  await change(join(root, ".mcp.json"), "{ // mine", "{")
  expect(await look(root)).toMatchObject({ status: "ok" })
})

test("a missing file and a link that leads out of the repository are named", async () => {
  const root = await setUp()
  await rm(join(root, ".mcp.json"))
  const skill = join(root, ".claude/skills/upnext/SKILL.md")
  await rm(skill)
  const elsewhere = await makeRepository({ "skill.md": "mine\n" })
  await symlink(join(elsewhere, "skill.md"), skill)
  const found = await look(root)
  expect(found?.detail).toContain(".mcp.json mcpServers.upnext: it is missing")
  expect(found?.detail).toContain(".claude/skills/upnext/SKILL.md: it is a link out of the repository")
  expect(found?.hint).toContain("upnext init --agents")
})

test("a record that cannot be read is named, with the way to start a new one", async () => {
  const root = await setUp()
  await writeFile(join(root, ".upnext/agents.json"), "{")
  expect(await look(root)).toMatchObject({
    status: "warn",
    hint: "Restore the record, or start a new one: upnext init --agents --force .upnext/agents.json",
  })
})

test("what a removal left because it was edited is named beside the files of an agent, with what removes it", async () => {
  const root = await setUp()
  await change(join(root, "AGENTS.md"), "Exit 3", "Exit 33")
  await onboard(root, { removes: true })
  const found = await look(root)
  expect(found).toMatchObject({
    status: "warn",
    detail: `in ${root}, everything that upnext wrote was removed, except the edited text in AGENTS.md.`,
  })
  expect(found?.hint).toContain("upnext init --agents --remove --force AGENTS.md")
  await onboard(root, { removes: true, force: ["AGENTS.md"] })
  expect(await look(root)).toBeUndefined()
})
