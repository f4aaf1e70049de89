import { beforeAll, describe, expect, test } from "vitest"
import { serve } from "./upnext.ts"

const { upnext } = await serve()

let admin: string
let ci: string
beforeAll(async () => {
  const make = async (...args: string[]) => (await upnext(["token", "create", ...args])).stdout.trim()
  admin = await make("--name", "ada", "--person")
  ci = await make("--name", "ci", "--agent", "ann")
  const as = (token: string, ...line: string[]) => upnext(line, { UPNEXT_TOKEN: token })
  await as(admin, "add", "First", "--agent", "ada")
  await as(admin, "add", "Second", "--agent", "bo")
  await as(ci, "claim", "T-1", "--agent", "ann")
  await as(ci, "comment", "T-1", "half of it is done", "--agent", "ann")
})

const asAdmin = (...line: string[]) => upnext(line, { UPNEXT_TOKEN: admin })

describe("the account that something came by", () => {
  test("stands beside the actor where it has another name", async () => {
    const { stdout } = await asAdmin("history", "T-1")
    expect(stdout).toMatch(/ann \(by ci\) claimed/)
    expect(stdout).toMatch(/ada created/)
    expect((await asAdmin("history", "T-2")).stdout).toMatch(/bo \(by ada\) created/)
    const events = await asAdmin("events", "--after", "0", "--once")
    expect(events.stdout).toMatch(/task\.claimed +T-1 +ann \(by ci\)/)
    expect(events.stdout).not.toMatch(/\(by ada\).*First/)
  })

  test("chooses what of a task's history is shown", async () => {
    const { stdout } = await asAdmin("history", "T-1", "--by", "CI")
    expect(stdout).toMatch(/claimed/)
    expect(stdout).toMatch(/half of it is done/)
    expect(stdout).not.toMatch(/created/)
    const found = (await asAdmin("history", "T-1", "--by", "ada", "--json")).json()
    expect(found).toMatchObject({ total: 1, history: [{ type: "task.created", via: "ada" }] })
  })

  test("--since starts at a time", async () => {
    const all = (await asAdmin("events", "--after", "0", "--once", "--json")).stdout.trim().split("\n")
    const { at } = JSON.parse(all.at(-1) ?? "") as { at: string }
    const since = await asAdmin("events", "--since", at, "--once", "--json")
    expect(since.stdout.trim().split("\n")).toEqual(all.filter((each) => each.includes(at)))
    expect((await asAdmin("events", "--since", "1d", "--once", "--json")).stdout.trim().split("\n")).toEqual(
      all,
    )
    const both = await asAdmin("events", "--since", "1d", "--after", "1")
    expect(both).toMatchObject({ status: 2, stderr: expect.stringMatching(/^error --after and --since/) })
  })

  test("chooses what of the events is shown", async () => {
    const { stdout } = await asAdmin("events", "--after", "0", "--once", "--by", "ci", "--json")
    const events = stdout
      .trim()
      .split("\n")
      .map((each) => JSON.parse(each) as Record<string, unknown>)
    expect(new Set(events.map(({ via }) => via))).toEqual(new Set(["ci"]))
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(["task.claimed", "task.commented"]))
  })
})

describe("history --by without a task", () => {
  test("is what came by the account on the whole board, the newest first", async () => {
    const { status, stdout, stderr } = await asAdmin("history", "--by", "ada", "--json")
    expect(status, stderr).toBe(0)
    const { events } = JSON.parse(stdout) as { events: { seq: number; type: string; via: string }[] }
    expect(events.filter(({ type }) => type === "task.created").length).toBe(2)
    expect(events.every(({ via }) => via === "ada")).toBe(true)
    expect(events.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq).sort((a, b) => b - a))
    const short = await asAdmin("history", "--by", "ci", "--limit", "1")
    expect(short.stdout).toMatch(/^\S+ +\d+ task\.commented/)
    expect(short.stdout.trim().split("\n").length).toBe(1)
    const nothing = (await asAdmin("history", "--by", "bo")).stderr
    expect(nothing).toContain("No account named bo has done anything.")
    expect(nothing).toContain("`upnext digest --agent bo` shows the work of bo")
  })

  test("a task is still needed without it, and what is of a task's pages is refused", async () => {
    const missing = await asAdmin("history")
    expect(missing.status).toBe(2)
    expect(missing.stderr).toContain("Name a task or an account")
    expect(missing.stderr).toMatch(/On a board with accounts, `upnext history --by NAME/)
    const paged = await asAdmin("history", "--by", "ci", "--cursor", "7")
    expect(paged.status).toBe(2)
    expect(paged.stderr).toContain("--cursor needs a task")
  })
})

describe("who has a person's token acts under the name of the account", () => {
  test.each([
    ["add", ["add", "Third", "--json", "--full"], "ada"],
    ["whoami", ["whoami", "--json"], "ada"],
    ["plan", ["plan", "-", "--json", "--full"], "ada"],
    ["claim me", ["claim", "T-2", "--agent", "ME", "--json", "--full"], "ada"],
  ])("in %s", async (_, line, name) => {
    const { stdout, stderr } = await upnext(
      line,
      { UPNEXT_TOKEN: admin, LOGNAME: "root" },
      "# Plan\n\n- [ ] Fourth\n",
    )
    expect(stdout, stderr).toContain(`"${name}"`)
    expect(stdout).not.toContain('"root"')
  })

  test("in the inbox and in what needs it", async () => {
    await asAdmin("add", "Look here", "--reviewer", "ada", "--agent", "bo", "--assignee", "ada")
    const { stdout, stderr } = await upnext(["inbox"], { UPNEXT_TOKEN: admin, LOGNAME: "root" })
    expect(stdout, stderr).toMatch(/assigned you/)
  })
})
