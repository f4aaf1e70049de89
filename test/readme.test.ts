import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { serve } from "./commands/upnext.ts"
import { call } from "./support/server.ts"
import { userPages } from "./support/pages.ts"

const readme = readFileSync("README.md", "utf8")
const files = ["README.md", "SECURITY.md", ...userPages]

const served = await serve()
const cwd = mkdtempSync(join(tmpdir(), "upnext-readme-"))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

// Written once: a shell that starts it while it is written again finds it busy.
const bin = join(cwd, "bin")
mkdirSync(bin)
const program = `#!/bin/sh\nexec "${process.execPath}" "${process.cwd()}/dist/cli.cjs" "$@"\n`
writeFileSync(join(bin, "upnext"), program, { mode: 0o755 })

/** Types blocks of the README into a shell where `upnext` is on the path. Resolves with what it shows. */
async function type(script: string): Promise<{ status: number | null; shown: string }> {
  const env = { PATH: `${bin}:${process.env["PATH"]}`, HOME: cwd, UPNEXT_HOME: served.home }
  const shell = spawn("sh", ["-ec", script], {
    cwd: mkdtempSync(join(cwd, "at-")),
    env,
    stdio: ["ignore", "pipe", "pipe"],
  })
  let shown = ""
  for (const stream of [shell.stdout, shell.stderr])
    stream.on("data", (part: Buffer) => (shown += part.toString()))
  const [status] = (await once(shell, "close")) as [number | null]
  return { status, shown }
}

/** The block of shell that holds a text. */
function blockWith(text: string): string {
  const blocks = [...readme.matchAll(/```sh\n([^`]*)```/g)].map(([, block = ""]) => block)
  const [found, ...more] = blocks.filter((block) => block.includes(text))
  expect([found?.includes(text), more]).toEqual([true, []])
  return found ?? ""
}

test("the first loop works as typed, and ends with its criterion met", async () => {
  const { status, shown } = await type(blockWith("upnext add"))
  expect(status, shown).toBe(0)
  expect(shown).not.toMatch(/error|not met/)
  const { task } = (await call(served.server.url, "GET", "/tasks/T-1")).body
  expect(task).toMatchObject({ status: "done", criteria: [{ check: { by: "ann" } }] })
})

test("the plan and its three workers, typed twice at once, do each task once", async () => {
  const script = blockWith("upnext plan") + blockWith("upnext work")
  const both = await Promise.all([type(script), type(script)])
  for (const { status, shown } of both) expect(status, shown).toBe(0)
  const { tasks } = (await call(served.server.url, "GET", "/tasks?project=shop&limit=500")).body
  expect(tasks).toHaveLength(10)
  for (const { id, status, result } of tasks as { id: string; status: string; result: string | null }[]) {
    const { attempts } = (await call(served.server.url, "GET", `/tasks/${id}/history`)).body
    expect([id, status, attempts]).toEqual([
      id,
      "done",
      result === "children" ? [] : [expect.objectContaining({ agent: expect.any(String) })],
    ])
  }
})

test("the README is short, and no page links to what is not there", () => {
  expect(readme.split("\n").length).toBeLessThanOrEqual(131)
  const dead = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)]
      .map(([, to = ""]) => join(dirname(file), to))
      .filter((path) => !existsSync(path))
      .map((path) => `${file}: ${path}`),
  )
  expect(dead).toEqual([])
})
