import { hostname } from "node:os"
import { describe, expect, test } from "vitest"
import { serve } from "./upnext.ts"

const { upnext } = await serve()

/** Makes a task in the test file's own project and answers its id. */
async function add(...args: string[]): Promise<string> {
  return (await upnext(["task", "add", ...args, "--format", "id"])).stdout.trim()
}

describe("agents", () => {
  test("`task claim` and `task next --claim` say which machine they come from; --host names another", async () => {
    const id = await add("somewhere", "--project", "hosts")
    await upnext(["task", "claim", id, "--agent", "h-1"])
    await add("elsewhere", "--project", "hosts")
    await upnext(["task", "next", "--claim", "--agent", "h-2", "--project", "hosts"])
    await upnext(["task", "claim", "--agent", "h-2", "--project", "hosts", "--host", "box-7"])
    const listed = await upnext(["host", "list", "--json"])
    expect(listed.json()).toMatchObject({
      hosts: expect.arrayContaining([
        expect.objectContaining({ name: hostname(), agents: ["h-1"] }),
        expect.objectContaining({ name: "box-7", agents: ["h-2"] }),
      ]) as unknown,
    })
    expect((await upnext(["host", "list"])).stdout).toMatch(/^NAME +AGENTS[^]*box-7 +h-2/)
    expect((await upnext(["host", "list", "--format", "id"])).stdout).toContain("box-7\n")
    expect((await upnext(["agent", "show", "h-2"])).stdout).toMatch(/host +box-7/)
  })

  test("a worker says which machine it runs on", async () => {
    await add("work", "--project", "workers")
    const args = ["work", "--agent", "h-3", "--project", "workers", "--once", "--lesson", "r"]
    expect((await upnext([...args, "--", "true"])).status).toBe(0)
    expect((await upnext(["agent", "show", "h-3", "--json"])).json()).toMatchObject({
      agent: { host: hostname() },
    })
  })

  test("an agent is described, listed, paused, resumed and deleted", async () => {
    const told = await upnext(["agent", "describe", "ann", "--role", "writes", "--description", "Knows\nit"])
    expect(told).toMatchObject({ status: 0, stdout: "✓ ann is known (agent, writes)\n" })
    expect((await upnext(["agent", "show", "ann"])).stdout).toMatch(/role +writes[^]*\n {2}Knows\n {2}it\n/)
    const paused = await upnext(["agent", "pause", "ann", "--for", "2h", "--reason", "lunch"], {
      UPNEXT_AGENT: "bo",
    })
    expect(paused.stdout).toMatch(/^✓ ann is paused by bo, ends in .*: lunch\n$/)
    expect((await upnext(["agent", "list"])).stdout).toMatch(/ann +paused/)
    const refused = await upnext(["task", "claim", await add("x"), "--agent", "ann"])
    expect(refused.stderr).toMatch(/ann is paused by bo[^]*hint .*ask a person to end it/)
    expect((await upnext(["agent", "resume", "ann", "--json"])).json()).toMatchObject({
      agent: { paused: null },
    })
    expect(
      (await upnext(["agent", "describe", "ann", "--role", "", "--json", "--full"])).json(),
    ).toMatchObject({
      agent: { role: null, description: "Knows\nit" },
    })
    expect((await upnext(["agent", "delete", "ann", "--json"])).json()).toMatchObject({ deleted: "ann" })
    expect((await upnext(["agent", "show", "ann"])).stderr).toMatch(/no agent ann[^]*upnext agent list/)
  })

  test("`agent list` and `agent show` say which session of a name has which task", async () => {
    for (const session of ["tab-1", "tab-2"]) {
      await upnext(["add", `for ${session}`, "--assignee", "twin"])
      await upnext(["next", "--claim", "--agent", "twin", "--session", session])
    }
    const list = (await upnext(["agent", "list"])).stdout
    expect(list).toMatch(/^twin .*T-\d+ \(tab-1\); T-\d+ \(tab-2\)/m)
    const card = (await upnext(["agent", "show", "twin"])).stdout
    for (const session of ["tab-1", "tab-2"])
      expect(card).toMatch(new RegExp(`T-\\d+  in session ${session}, last heard `))
  })

  test("`agent list --live` lists only live agents", async () => {
    await upnext(["agent", "describe", "silent"])
    await upnext(["task", "claim", await add("y"), "--agent", "loud"])
    const live = (await upnext(["agent", "list", "--live", "--format", "id"])).stdout.split("\n")
    expect(live).toContain("loud")
    expect(live).not.toContain("silent")
  })

  test("the whole team is paused and resumed", async () => {
    const paused = await upnext(["team", "pause", "--reason", "deploying"], { UPNEXT_AGENT: "bo" })
    expect(paused.stdout).toBe("✓ The team is paused by bo, until somebody resumes it: deploying\n")
    expect((await upnext(["agent", "list"])).stdout).toMatch(/^The whole team is paused by bo/)
    const why = await upnext(["task", "next", "--agent", "anyone", "--explain"])
    expect(why).toMatchObject({ status: 3 })
    expect(why.stdout).toMatch(/^The whole team is paused by bo until somebody resumes it: deploying\.\n/)
    expect((await upnext(["team", "resume", "--json"])).json()).toEqual({ paused: null })
  })
})

describe("inbox", () => {
  test("shows each notice until it is acknowledged", async () => {
    const id = await add("Talk", "--project", "inbox")
    const ann = { UPNEXT_AGENT: "ida" }
    await upnext(["agent", "describe", "ida"])
    await upnext(["task", "comment", id, "look @ida", "--agent", "bo"])
    const shown = await upnext(["inbox"], ann)
    expect(shown.stdout).toMatch(new RegExp(`^ +\\d+ {2}bo mentioned you in ${id} Talk .*\\n +look @ida\\n$`))
    const { inbox } = (await upnext(["inbox", "--json"], ann)).json() as { inbox: { seq: number }[] }
    expect(inbox).toHaveLength(1)
    await upnext(["task", "edit", id, "--assignee", "ida", "--agent", "bo"])
    expect((await upnext(["inbox", "--ack-to", String(inbox[0]?.seq)], ann)).stdout).toBe("✓ 1 unread\n")
    const rest = await upnext(["inbox", "--ack", "--json"], ann)
    expect(rest.json()).toMatchObject({ inbox: [{ kind: "assigned", task: id }], unread: 0 })
    expect(await upnext(["inbox"], ann)).toMatchObject({ status: 0, stdout: "", stderr: "Nothing unread.\n" })
  })

  test("--ack acknowledges the notices that were shown, and no others", async () => {
    const ann = { UPNEXT_AGENT: "page" }
    await upnext(["agent", "describe", "page"])
    const id = await add("z")
    for (const text of ["1 @page", "2 @page", "3 @page"]) await upnext(["task", "comment", id, text])
    expect((await upnext(["inbox", "--limit", "2"], ann)).stderr).toContain(
      "2 of 3; more: upnext inbox --limit 2 --cursor ",
    )
    expect((await upnext(["inbox", "--limit", "2", "--ack"], ann)).stdout).toMatch(/\n1 unread\n$/)
    expect((await upnext(["inbox", "--json"], ann)).json()).toMatchObject({ inbox: [{ text: "3 @page" }] })
  })
})

test("a pause or statistics of a name that nobody has used yet say so", async () => {
  const pause = () => upnext(["agent", "pause", "newcomer"])
  expect((await pause()).stdout).toMatch(/^✓ newcomer is paused .*\n {2}No agent has used this name yet\. /)
  expect((await pause()).stdout).toMatch(/^✓ newcomer is paused [^\n]*\n$/)
  expect(await upnext(["stats", "--agent", "newcomr"])).toMatchObject({
    status: 0,
    stdout: "",
    stderr: "There is no agent newcomr; did you mean newcomer?\n",
  })
  expect((await upnext(["stats", "--agent", "newcomer"])).stdout).toContain("nothing was finished")
})

test("the inbox of a name that nobody has used yet is empty", async () => {
  const answer = await upnext(["inbox", "--agent", "nobody-1"])
  expect(answer).toMatchObject({ status: 0, stdout: "", stderr: "Nothing unread.\n" })
})

describe("a mistake in a command line is reported in one line and a hint", () => {
  test.each<[string[], number, string]>([
    [["inbox"], 2, "No agent was given."],
    [["inbox", "--agent", "a", "--ack", "--ack-to", "1"], 2, "--ack-to shows nothing"],
    [["inbox", "--agent", "a", "--ack-to", "x"], 2, '--ack-to must be a number, not "x".'],
    [["inbox", "--agnet", "a"], 2, "Did you mean --agent?"],
    [["agent", "show", ""], 2, "<name> is missing."],
    [["agent", "delete", ".."], 2, 'name cannot be ".."'],
    [["agent", "pause", "a", "--for", "soon"], 2, "--for: expected a duration"],
    [["agent", "describe", "a", "--kind", "robot"], 2, '--kind must be one of agent, person, not "robot"'],
    [["agent", "shw"], 2, "Did you mean `upnext agent show`?"],
    [["team", "pause", "ann"], 2, 'Unexpected argument "ann".'],
    [["host"], 2, "`upnext host` needs a command: list."],
    [["agent", "resume", "nobody-1"], 1, "There is no agent nobody-1."],
    [["host", "list", "--url", "http://127.0.0.1:1"], 4, "No server is listening at"],
  ])("%j: exit %i", async (args, status, message) => {
    const result = await upnext(args, { LOGNAME: "upnext" }) // nobody can work under this login name
    expect(result.stderr).toContain(message)
    expect(result.stderr).toMatch(/^error [^\n]+\nhint {2}[^\n]+\n$/)
    expect(result.stderr).not.toMatch(/\b(GET|POST|PUT) \//)
    expect(result).toMatchObject({ status, stdout: "" })
  })
})
