import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"

function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), "upnext-cache-"))
  onTestFinished(() => rmSync(home, { recursive: true }))
  return home
}

function run(env: Readonly<Record<string, string>>) {
  const { stdout, stderr } = spawnSync(process.execPath, ["dist/cli.cjs", "task", "list", "--help"], {
    encoding: "utf8",
    env,
  })
  return { first: stdout.split("\n")[0], stderr }
}

const fine = {
  first: "upnext list  List open tasks, or those that match the flags",
  stderr: "",
}

/** All files below a directory. */
const filesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())

test("a damaged or foreign file anywhere in the user's cache directory breaks no command", () => {
  const home = makeHome()
  const cache = join(home, ".cache", "upnext")
  // As an earlier version kept its code.
  mkdirSync(join(cache, "code", "0.1.0"), { recursive: true })
  writeFileSync(join(cache, "code", "0.1.0", "list"), "no code")
  expect(run({ HOME: home })).toEqual(fine)
  for (const damage of ["no code", "", "\0".repeat(5000), "process.exit(7)"]) {
    for (const path of filesIn(cache)) writeFileSync(path, damage)
    expect(run({ HOME: home }), damage).toEqual(fine)
  }
  // Damage to a single byte of what Node keeps, in the middle.
  for (const path of filesIn(cache)) {
    const { size } = statSync(path)
    writeFileSync(path, Buffer.alloc(size, 1))
  }
  expect(run({ HOME: home })).toEqual(fine)
})

test("a user without a place for a cache, or who wants none, has the same commands", () => {
  const home = makeHome()
  writeFileSync(join(home, ".cache"), "a file")
  for (const env of [
    { HOME: home },
    { HOME: "" },
    { HOME: join(home, "absent") },
    { HOME: home, XDG_CACHE_HOME: "relative" },
    { HOME: home, XDG_CACHE_HOME: join(home, "unwanted"), NODE_DISABLE_COMPILE_CACHE: "1" },
  ])
    expect(run(env)).toEqual(fine)
  expect(readdirSync(home)).toEqual([".cache"])
})
