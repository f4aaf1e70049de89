import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { call } from "../support/server.ts"
import { serve, upnext as run } from "./upnext.ts"

const served = await serve({ env: { UPNEXT_AGENT: "ann" } })
const { upnext } = served

const space = mkdtempSync(join(tmpdir(), "upnext-encoding-"))
afterAll(() => rmSync(space, { recursive: true, force: true }))

const latin1 = (text: string) => Buffer.from(text, "latin1")
/** As Notepad and Windows PowerShell write it. */
const marked = (text: string) => `\uFEFF${text}`

beforeAll(async () => {
  await upnext(["add", "One", "--criterion", "c"])
})

test.each([
  [["comment", "T-1", "-"], "café"],
  [["edit", "T-1", "--description", "-"], "café"],
  [["meet", "T-1", "1", "--evidence", "-"], "café"],
  [["plan", "-"], "- [ ] café"],
  [["add", "--data", "-"], '{"title":"café"}'],
])("what `upnext %j` reads must be UTF-8", async (args, text) => {
  const before = (await call(served.server.url, "GET", "/tasks")).text
  const { status, stderr } = await upnext(args, {}, latin1(text))
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^error Standard input is not UTF-8 text/)])
  expect((await call(served.server.url, "GET", "/tasks")).text).toBe(before)
})

test("so must an argument", async () => {
  const cli = `${process.execPath} ${resolve("dist/cli.cjs")}`
  const said = execFileSync("sh", ["-c", `${cli} add "$(printf 'caf\\351')" 2>&1; true`], {
    encoding: "utf8",
  })
  expect(said).toMatch(/^error An argument is not UTF-8 text/)
  // U+FFFD itself is a character as any other.
  expect((await upnext(["add", "what � means", "--format", "id"])).status).toBe(0)
})

test("a byte order mark is no part of a text", async () => {
  const title = marked('{"title":"Marked"}')
  expect((await upnext(["add", "--data", "-", "--json"], {}, title)).json()).toMatchObject({ task: {} })
  expect((await upnext(["comment", "T-1", "-", "--json", "--full"], {}, marked("seen"))).stdout).toContain(
    '"seen"',
  )
  const headers = { "content-type": "application/json" }
  const posted = await fetch(`${served.server.url}/tasks`, { method: "POST", headers, body: title })
  expect(posted.status).toBe(201)
  // The settings of a home, and of a repository.
  writeFileSync(join(space, "config.json"), marked('{"port": 4999}'))
  writeFileSync(join(space, ".upnext.json"), marked('{"project": "web"}'))
  const env = { UPNEXT_HOME: space, UPNEXT_AGENT: "ann" }
  const { stdout } = await run(["doctor", "--json"], env, "", space)
  expect(stdout).not.toContain("is not valid JSON")
  expect((await run(["add", "x"], env, "", space)).stderr).toContain("127.0.0.1:4999")
})
