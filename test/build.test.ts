import { spawn } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"

/** A project whose build takes a moment, and writes what its source says. */
const project = mkdtempSync(join(tmpdir(), "upnext-build-"))
afterAll(() => rmSync(project, { recursive: true, force: true }))

mkdirSync(join(project, "node_modules", ".bin"), { recursive: true })
mkdirSync(join(project, ".ci"))
cpSync(".ci/bundle.js", join(project, ".ci", "bundle.js"))
for (const name of ["src", "assets", "build"]) mkdirSync(join(project, name))
for (const name of ["package-lock.json", "tsup.config.ts"]) writeFileSync(join(project, name), "")
writeFileSync(join(project, "package.json"), '{"type": "module"}')
const tsup = '#!/bin/sh\nmkdir -p "$UPNEXT_BUILD" && cat src/a > "$UPNEXT_BUILD/cli.cjs" && sleep 0.5\n'
writeFileSync(join(project, "node_modules", ".bin", "tsup"), tsup, { mode: 0o700 })

function build(): Promise<[status: number | null, said: string]> {
  const child = spawn(process.execPath, [".ci/bundle.js"], { cwd: project })
  let said = ""
  child.stderr.on("data", (part: Buffer) => (said += part.toString()))
  return new Promise((ended) => child.once("close", (status) => ended([status, said])))
}

function write(text: string): void {
  writeFileSync(join(project, "src", "a"), text)
  // Other sources were written before a moment ago, on a file system that counts in full seconds too.
  const now = new Date()
  utimesSync(join(project, "src", "a"), now, now)
}

const built = join(project, "dist", "cli.cjs")

test("a build takes nothing away, two at once do not meet, and nothing is built twice", async () => {
  write("1")
  expect(await build()).toEqual([0, "Building…\n"])
  expect(await build()).toEqual([0, ""])
  write("2")
  const both = Promise.all([build(), build()])
  let isOver = false
  void both.then(() => (isOver = true))
  const seen = new Set<string>()
  while (!isOver) {
    if (existsSync(built)) seen.add(readFileSync(built, "utf8"))
    await new Promise((next) => setTimeout(next, 5))
  }
  expect(await both).toEqual([
    [0, "Building…\n"],
    [0, "Building…\n"],
  ])
  expect([[...seen], readFileSync(built, "utf8")]).toEqual([["1", "2"], "2"])
  expect(readdirSync(project).filter((name) => name.startsWith(".dist"))).toEqual([])
})
