import { chmod, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { Onboarding } from "../../src/onboarding/onboard.ts"
import { leftAlone, makeRepository, onboard, snapshot } from "./repository.ts"

const path = ".mcp.json"
const copy = `${path}.orig`
const broken = '\uFEFF{ "mcpServers": {\r\n  "other": \r\n'
const ask = { names: ["claude"], hooks: true } as const

/** A repository with a file that cannot be parsed and that `--force` has moved away. */
async function moved(text = broken) {
  const root = await makeRepository({ [path]: { text, mode: 0o600 } })
  const before = await snapshot(root)
  await onboard(root, { ...ask, force: [path] })
  return { root, before, file: join(root, path), aside: join(root, copy) }
}

const what = ({ steps }: Onboarding, of: string) =>
  steps.filter((each) => each.path === of).map((each) => each.what)

test("what --force moves away keeps its bytes and its mode, and --remove puts it back", async () => {
  const { root, before, file, aside } = await moved()
  const after = await snapshot(root)
  expect(after[copy]).toBe(before[path])
  expect(JSON.parse((await readFile(file, "utf8")).replace("\uFEFF", ""))).toHaveProperty("mcpServers.upnext")

  const removal = await onboard(root, { removes: true })
  expect(what(removal, path)).toEqual(["remove", "revert"])
  expect(await snapshot(root)).toEqual(before)
  await rm(aside, { force: true })
  expect((await onboard(root, { removes: true })).changes).toEqual([])
  expect(await snapshot(root)).toEqual(before)
})

test("so it is at the second time, and after a run in between", async () => {
  const { root, before } = await moved()
  await onboard(root, ask)
  await onboard(root, { ...ask, force: [path] })
  await onboard(root, { removes: true })
  expect(await snapshot(root)).toEqual(before)
  await onboard(root, { ...ask, force: [path] })
  await onboard(root, { removes: true })
  expect(await snapshot(root)).toEqual(before)
})

test("a file with several pieces comes back with the last of them", async () => {
  const settings = ".claude/settings.json"
  const root = await makeRepository({ [settings]: '{ "hooks": ', "CLAUDE.md": "# Mine\n" })
  const before = await snapshot(root)
  await onboard(root, { ...ask, force: [settings] })
  expect(Object.keys(await snapshot(root))).toContain(`${settings}.orig`)
  await onboard(root, { removes: true, hooks: true })
  expect((await snapshot(root))[settings]).toBe(before[settings])
  await onboard(root, { removes: true })
  expect(await snapshot(root)).toEqual(before)
})

test("where the new file was edited since, its content stays, and so does the copy, which is named", async () => {
  const { root, before, file } = await moved()
  const mine = (await readFile(file, "utf8")).replace('"mcpServers"', '"mine": 1,\n  "mcpServers"')
  await writeFile(file, mine)
  const removal = await onboard(root, { removes: true })
  expect(what(removal, copy)).toEqual(["keep"])
  const after = await snapshot(root)
  expect(after[copy]).toBe(before[path])
  expect(after[path]).toContain('"mine": 1')
  expect(after[path]).not.toContain("upnext")
})

test("where our entry was edited since, it all stays; with --force the old file comes back", async () => {
  const { root, before, file } = await moved()
  await writeFile(file, (await readFile(file, "utf8")).replace('"command": "upnext"', '"command": "bunx"'))
  expect(leftAlone(await onboard(root, { removes: true }))).toEqual([path])
  expect((await snapshot(root))[copy]).toBe(before[path])
  await onboard(root, { removes: true, force: [path] })
  expect(await snapshot(root)).toEqual(before)
})

test("where the new file was deleted since, the old one comes back with its mode", async () => {
  const { root, before, file } = await moved()
  await rm(file)
  await onboard(root, { removes: true })
  expect(await snapshot(root)).toEqual(before)
})

test("where the copy was deleted since, the new file goes as any other", async () => {
  const { root, before, aside } = await moved()
  await rm(aside)
  expect(what(await onboard(root, { removes: true }), path)).toEqual(["delete"])
  expect(await snapshot(root)).toEqual(
    Object.fromEntries(Object.entries(before).filter(([each]) => each !== path)),
  )
})

test("another file in the copy's place is not taken for it, and is named", async () => {
  const { root, aside } = await moved()
  await writeFile(aside, "of a merge\n")
  await chmod(aside, 0o640)
  const removal = await onboard(root, { removes: true })
  expect(what(removal, copy)).toEqual(["keep"])
  const after = await snapshot(root)
  expect(after[copy]).toBe("640 of a merge\n")
  expect(after[path]).toBeUndefined()
})

test("a comment added after the set-up: --force moves the file away without what upnext had put in", async () => {
  const root = await makeRepository()
  await onboard(root, ask)
  const file = join(root, path)
  await writeFile(file, (await readFile(file, "utf8")).replace("{", '{\n  // mine\n  "a": 1,'))
  expect(leftAlone(await onboard(root, ask))).toEqual([path])
  expect(leftAlone(await onboard(root, { ...ask, force: [path] }))).toEqual([])
  expect(await readFile(join(root, copy), "utf8")).toMatch(/^\{\n {2}\/\/ mine\n {2}"a": 1\s*\}\s*$/)
  await onboard(root, { removes: true })
  expect(Object.keys(await snapshot(root))).toEqual([".git", path])
})
