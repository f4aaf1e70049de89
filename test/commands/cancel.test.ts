import { describe, expect, test } from "vitest"
import { serve } from "./upnext.ts"

const { upnext } = await serve({ env: { UPNEXT_AGENT: "ann" } })

async function added(...flags: string[]): Promise<string> {
  return (await upnext(["add", "Short", ...flags, "--format", "id"])).stdout.trim()
}

async function statusOf(id: string): Promise<unknown> {
  const { task } = (await upnext(["show", id, "--json"])).json() as { task: { status: string } }
  return task.status
}

describe("cancel", () => {
  test("ends a task whoever has it, and keeps why", async () => {
    const id = await added()
    await upnext(["claim", id, "--agent", "bo"])
    expect(await upnext(["cancel", id, "--comment", "T-9 made it unnecessary"])).toMatchObject({
      status: 0,
      stdout: `✓ ${id} is cancelled; comment added  Short\n`,
      stderr: `note  bo held ${id}; the claim has ended\n`,
    })
    const shown = (await upnext(["show", id])).stdout
    expect(shown).toMatch(/status +cancelled/)
    expect(shown).toContain("T-9 made it unnecessary")
  })

  test("names the open children that go on without it", async () => {
    const parent = await added()
    const child = await added("--parent", parent)
    expect((await upnext(["task", "cancel", parent])).stdout).toContain(`1 open child continues: ${child}.`)
  })

  test("takes several ids, and with --format id prints them", async () => {
    const [one, two] = [await added(), await added()]
    expect((await upnext(["cancel", one, two, "--format", "id"])).stdout).toBe(`${one}\n${two}\n`)
  })

  test("of a task that is done is refused, without the comment, with the way on", async () => {
    const id = await added()
    await upnext(["edit", id, "--status", "done"])
    const refused = await upnext(["cancel", id, "--comment", "too late"])
    expect(refused).toMatchObject({ status: 1, stdout: "" })
    expect(refused.stderr).toMatch(new RegExp(`upnext reopen ${id}( --url \\S+)?\` opens it again`))
    expect((await upnext(["show", id])).stdout).not.toContain("too late")
  })
})

describe("reopen", () => {
  test.each(["done", "cancelled"])("opens a task again that is %s", async (status) => {
    const id = await added()
    await upnext(["edit", id, "--status", status])
    const reopened = await upnext(["reopen", id, "--comment", "It fails on Windows"])
    expect(reopened).toMatchObject({
      status: 0,
      stdout: `✓ ${id} is open again (todo); comment added  Short\n`,
      stderr: "",
    })
    expect((await upnext(["show", id])).stdout).toContain("It fails on Windows")
  })

  test("says what the task waits for", async () => {
    const id = await added("--blocked-by", await added())
    await upnext(["cancel", id])
    expect((await upnext(["reopen", id])).stdout).toMatch(/is open again \(todo, waits for T-\d+\)/)
  })

  test.each<[string, RegExp]>([
    ["doing", /is open: it is in doing/],
    ["blocked", /--status todo( --url \S+)?` unblocks it/],
  ])("refuses a task in %s, and leaves it as it is", async (status, message) => {
    const id = await added()
    await upnext(["edit", id, "--status", status])
    const refused = await upnext(["reopen", id])
    expect(refused).toMatchObject({ status: 1, stdout: "" })
    expect(refused.stderr).toMatch(message)
    expect(await statusOf(id)).toBe(status)
  })
})
