import { describe, expect, test } from "vitest"
import { passEleven, slowClock } from "../support/slow-server.ts"
import { claude, useProjects } from "./projects.ts"
import { serveApart } from "./upnext.ts"

const served = await serveApart({ server: slowClock })
const { upnext } = served

const { here, add } = useProjects(served)

describe("a session that is given nothing is told what a silent one of its name holds", () => {
  const told = (id: string) =>
    new RegExp(
      `^(Nothing is ready.\\n)?${id} is held by another session under this name, last heard \\d+[hm] ago.\nhint {2}If that session has ended: \`upnext claim ${id} --take-over\`.\n(Nothing is ready.\\n)?$`,
    )
  const claims = [
    [["task", "next"]],
    [["task", "next", "--claim"]],
    [["task", "next", "--claim", "--wait", "1s"]],
    [["task", "claim"]],
    [["task", "claim", "--format", "id"]],
  ]

  test.each(claims)("%j, but nothing of one that is at work", async (args) => {
    await add("at work")
    await upnext(here("task", "claim"), claude("c-1"))
    expect(await upnext(here(...args), claude("c-2"))).toMatchObject({
      status: 3,
      stdout: "",
      stderr: args.includes("id") ? "" : "Nothing is ready.\n",
    })
  })

  test.each(claims)("%j, on standard error and with exit status 3", async (args) => {
    const id = await add("crashed")
    await upnext(here("task", "claim"), claude("c-1"))
    await passEleven(served.server)
    const answer = await upnext(here(...args), claude("c-2"))
    expect(answer).toMatchObject({ status: 3, stderr: expect.stringMatching(told(id)) as string })
    expect(answer.stderr, "the hint is never all that is said").toContain("Nothing is ready.")
    expect(answer.stdout).toBe("")
  })

  test("with --json the answer says it, and standard error nothing", async () => {
    const id = await add("crashed")
    await upnext(here("task", "claim"), claude("c-1"))
    const answer = await upnext(here("task", "claim", "--json"), claude("c-2"))
    expect(answer).toMatchObject({ status: 3, stderr: "" })
    expect(answer.json()).toMatchObject({ task: null, held: { task: id, silent: false } })
  })

  test("after a crash, the command that is proposed takes the task over, and the old session has lost it", async () => {
    const id = await add("crashed")
    const [before, after] = [claude("c-1"), claude("c-2")]
    await upnext(here("task", "claim", "--agent", "ann"), before)
    await passEleven(served.server)
    const { stderr } = await upnext(here("task", "claim", "--agent", "ann"), after)
    const proposed = /`upnext (.*)`/.exec(stderr)?.[1] ?? ""
    expect(proposed).toBe(`claim ${id} --take-over --agent ann`)
    expect((await upnext(proposed.split(" "), after)).status).toBe(0)
    const late = await upnext(["task", "done", id, "--lesson", "x", "--agent", "ann"], before)
    expect(late.status).toBe(1)
    expect(late.stderr).toContain("working on the task")
    expect((await upnext(["task", "done", id, "--lesson", "x", "--agent", "ann"], after)).status).toBe(0)
  })
})
