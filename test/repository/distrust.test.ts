import { chmodSync, chownSync, cpSync, existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { namedTree } from "../../src/attempts/verify/named-tree.ts"
import { readCatalog } from "../../src/attempts/verify/catalog.ts"
import { changeText, pageText } from "../../src/repository/show-change.ts"
import { emptyRepository, gitEnv, realRepository } from "./real-git.ts"

const idle = { id: "T-1", createdAt: "2026-01-01T00:00:00.000Z", lease: null }

test("a repository that stands in a clone as plain files starts none of its programs", async () => {
  const clone = realRepository({ ".upnext.json": JSON.stringify({ checks: { test: "true" } }) })
  const hidden = emptyRepository("--bare")
  const inside = join(clone.root, "docs")
  cpSync(hidden.root, inside, { recursive: true })
  const program = join(clone.root, "program")
  writeFileSync(program, `#!/bin/sh\ntouch '${clone.root}/ran'\n`)
  chmodSync(program, 0o755)
  for (const [name, value] of [
    ["core.bare", "false"],
    ["core.worktree", clone.root],
    ["core.fsmonitor", program],
    ["core.pager", program],
    ["filter.x.clean", program],
  ] as const)
    clone.gitAt(clone.root, "config", "--file", join(inside, "config"), name, value)
  const hash = clone.git("rev-parse", "HEAD").trim()
  await expect(readCatalog(inside, gitEnv)).rejects.toThrow("cannot use bare repository")
  expect(await namedTree(idle, inside, gitEnv)).toBeUndefined()
  expect(await changeText(inside, hash, hash)).toBeUndefined()
  vi.stubEnv("GIT_PAGER", undefined)
  vi.stubEnv("PAGER", "cat")
  expect(await pageText(inside, "x")).toBe(false)
  vi.unstubAllEnvs()
  expect(existsSync(join(clone.root, "ran"))).toBe(false)
})

test("nothing is hashed before what runs here was allowed: git would start the filters of the repository", async () => {
  const clone = realRepository({
    ".upnext.json": JSON.stringify({ checks: { test: "true" } }),
    ".gitattributes": "*.txt filter=x\n",
    "a.txt": "a\n",
  })
  clone.git("config", "filter.x.clean", `touch '${clone.root}/ran'; cat`)
  clone.write("a.txt", "b\n")
  expect(
    await namedTree(idle, clone.root, { ...gitEnv, XDG_CONFIG_HOME: join(clone.root, "none") }),
  ).toBeUndefined()
  expect(existsSync(join(clone.root, "ran"))).toBe(false)
})

test.skipIf(process.getuid?.() !== 0)(
  "where git trusts no repository, no uncommitted file is read in its place",
  async () => {
    const clone = realRepository({ ".upnext.json": JSON.stringify({ checks: { test: "true" } }) })
    chownSync(join(clone.root, ".git"), 12_345, 12_345)
    chownSync(clone.root, 12_345, 12_345)
    await expect(readCatalog(clone.root, gitEnv)).rejects.toThrow(/dubious ownership/)
  },
)
