import { spawnSync } from "node:child_process"
import { describe, expect, test } from "vitest"
import { hasScript } from "../support/in-terminal.ts"
import { serveApart } from "./upnext.ts"

const served = await serveApart({ server: { UPNEXT_REFLECTION: "required" } })
const program = `${process.execPath} ${process.cwd()}/dist/cli.cjs`

const add = async () => (await served.upnext(["add", "Paint", "--format", "id"])).stdout.trim()
const task = async (id: string) => (await served.upnext(["show", id, "--json"])).json()["task"]

/** What a terminal shows where somebody types this line, and then the input. */
function typed(line: string, input: string, env: NodeJS.ProcessEnv = {}) {
  const { stdout, status } = spawnSync("script", ["-qec", `${program} ${line} --agent ann`, "/dev/null"], {
    ...{ input, encoding: "utf8", timeout: 30_000 },
    env: {
      ...{ PATH: process.env["PATH"], HOME: "/nonexistent", TERM: "xterm", NO_COLOR: "1" },
      ...{ UPNEXT_URL: served.server.url, UPNEXT_HOME: served.home, ...env },
    },
  })
  return { shown: stdout.replaceAll("\r", ""), status }
}

describe.runIf(hasScript)("`done` in a terminal, where the board wants a lesson", () => {
  test("asks for it, once, and finishes", async () => {
    const id = await add()
    const { shown, status } = typed(`done ${id} --summary "Two coats"`, "Primer first\n")
    expect(shown).toContain(`What did you learn from ${id}?`)
    expect(shown).toContain(`✓ ${id} is done`)
    expect(status).toBe(0)
    expect(await task(id)).toMatchObject({ status: "done", summary: "Two coats" })
    const lessons = (await served.upnext(["lessons", "--json"])).json()
    expect(lessons["reflections"]).toEqual([expect.objectContaining({ taskId: id, content: "Primer first" })])
  })

  test("leaves the task as it was where nothing is answered", async () => {
    const id = await add()
    const { shown, status } = typed(`done ${id}`, "\n")
    expect(shown).toContain("has no lesson (reflection) yet")
    expect(status).toBe(1)
    expect(await task(id)).toMatchObject({ status: "todo", assignee: "unassigned" })
  })

  test.each<[string, (ids: string[]) => string, NodeJS.ProcessEnv]>([
    ["of several", (ids) => `done ${ids.join(" ")}`, {}],
    ["with --json", ([id]) => `done ${id} --json`, {}],
    ["of a coding agent", ([id]) => `done ${id}`, { CLAUDECODE: "1" }],
  ])("is not asked %s", async (_, line, env) => {
    const ids = [await add(), await add()]
    const { shown, status } = typed(line(ids), "Something\n", env)
    expect(shown).not.toContain("What did you learn")
    expect(status).toBe(1)
  })
})
