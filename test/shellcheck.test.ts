import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { upnext } from "./commands/upnext.ts"
import { ensureProgram } from "./support/debian.ts"

// What people paste into their shells.

/** What shellcheck says about a script, a finding a line. It takes `done`, our verb, for the end of a loop (SC1010). */
function findingsIn(script: string, ...flags: readonly string[]): string {
  const { stdout, stderr, error } = spawnSync(
    "shellcheck",
    ["--norc", "--format=gcc", "--exclude=SC1010", ...flags, "-"],
    { input: script, encoding: "utf8" },
  )
  return `${error?.message ?? ""}${stderr}${stdout}`
}

const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md"]
  .concat(readdirSync("docs").map((name) => join("docs", name)))
  .filter((page) => page.endsWith(".md"))

const blocks = pages.flatMap((page) => {
  const found = readFileSync(page, "utf8").matchAll(/^( *)```(?:sh|bash)\n([^]*?)^\1```/gm)
  return [...found].map(([, , script = ""], i) => ({ page, nth: i + 1, script }))
})

describe.skipIf(!ensureProgram("shellcheck"))("shellcheck finds nothing", () => {
  test("in what `upnext completions bash` prints", async () => {
    const { stdout } = await upnext(["completions", "bash"])
    expect(stdout).toContain("complete ")
    expect(findingsIn(stdout)).toBe("")
  })

  test("in the shell blocks of the pages", () => {
    expect(blocks.length).toBeGreaterThan(8)
    for (const { page, nth, script } of blocks)
      expect(findingsIn(script, "--shell=sh"), `${page}, block ${nth}`).toBe("")
  })

  test("but it does find a word that is not quoted", () => {
    expect(findingsIn("cat $HOME\n", "--shell=sh")).toContain("SC2086")
  })
})
