import { spawn } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
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
const tsup =
  '#!/bin/sh\nmkdir -p "$UPNEXT_BUILD" && cat src/a > "$UPNEXT_BUILD/cli.cjs" && until [ -e go ]; do sleep 0.05; done\n'
writeFileSync(join(project, "node_modules", ".bin", "tsup"), tsup, { mode: 0o700 })

function build(onSaid: () => void = () => undefined): Promise<[status: number | null, said: string]> {
  const child = spawn(process.execPath, [".ci/bundle.js"], { cwd: project })
  let said = ""
  child.stderr.on("data", (part: Buffer) => {
    said += part.toString()
    onSaid()
  })
  return new Promise((ended) => child.once("close", (status) => ended([status, said])))
}

const write = (text: string) => writeFileSync(join(project, "src", "a"), text)

const built = join(project, "dist", "cli.cjs")

test("a build takes nothing away, two at once do not meet, and nothing is built twice", async () => {
  const go = join(project, "go")
  writeFileSync(go, "")
  write("1")
  expect(await build()).toEqual([0, "Building…\n"])
  expect(await build()).toEqual([0, ""])
  write("2")
  rmSync(go)
  let building = 0
  const begun = () => {
    building += 1
    if (building < 2) return
    expect(readFileSync(built, "utf8")).toBe("1")
    writeFileSync(go, "")
  }
  const both = Promise.all([build(begun), build(begun)])
  expect(await both).toEqual([
    [0, "Building…\n"],
    [0, "Building…\n"],
  ])
  expect(readFileSync(built, "utf8")).toBe("2")
  expect(readdirSync(project).filter((name) => name.startsWith(".dist"))).toEqual([])
})
