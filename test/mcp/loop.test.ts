import { describe, expect, test } from "vitest"
import { connectBridge, connectHttp, type Era, type McpClient } from "../support/mcp.ts"
import { call, serverForFile } from "../support/server.ts"

const server = serverForFile()

async function add(fields: Readonly<Record<string, unknown>>): Promise<string> {
  const { body } = await call(server.url, "POST", "/tasks", { createdBy: "mira", ...fields })
  return (body["task"] as { id: string }).id
}

const read = async (id: string) => (await call(server.url, "GET", `/tasks/${id}`)).body["task"] as Task
interface Task {
  status: string
  assignee: string
  summary: string | null
  attempts: number
  commentCount: number
}

const ways: [string, (name: string) => Promise<McpClient>, Era][] = (["legacy", "auto"] as const).flatMap(
  (era) => [
    ["the bridge", (name: string) => connectBridge(server.url, { era, name }), era],
    ["HTTP", (name: string) => connectHttp(server.url, { era, name }), era],
  ],
)

describe.each(ways)("over %s", (way, connect, era) => {
  describe(`with a client of the ${era === "auto" ? "2026" : "2025"} protocol`, () => {
    const name = `${way.replaceAll(" ", "-")}-${era}`

    test("the client speaks that protocol and sees ten tools", async () => {
      const mcp = await connect(name)
      expect(mcp.client.getNegotiatedProtocolVersion()).toBe(era === "auto" ? "2026-07-28" : "2025-11-25")
      const { tools } = await mcp.client.listTools()
      expect(tools.map((tool) => tool.name)).toEqual([
        "next_task",
        "get_task",
        "find_tasks",
        "add_tasks",
        "update_task",
        "undo",
        "comment",
        "finish_task",
        "give_back",
        "inbox",
      ])
      const readers = tools.filter(({ annotations }) => annotations?.readOnlyHint).map((tool) => tool.name)
      expect(readers).toEqual(["get_task", "find_tasks"])
      expect(tools.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([])
      await mcp.close()
    })

    test("an agent takes a task, renews it, comments, checks a criterion and finishes it, twice without harm", async () => {
      const mcp = await connect(name)
      const id = await add({ title: "Fix the parser", project: name, done_criteria: ["tests pass"] })
      const taken = await mcp.call("next_task", { project: name })
      expect(taken).toContain(`${id} "Fix the parser" P2 doing`)
      expect(taken).not.toMatch(/T-\d+\.\d+\./)
      const held = /You hold it as (\S+)\.$/.exec(taken)?.[1] ?? ""
      expect(await read(id)).toMatchObject({ status: "doing", assignee: name })

      expect(await mcp.call("update_task", { task: held })).toMatch(new RegExp(`^${id} is yours until 20`))
      expect(
        await mcp.call("update_task", { task: held, met: [{ criterion: "tests pass", evidence: "CI" }] }),
      ).toBe("1 of 1 criteria are met.")
      const said = { task: held, text: "It was the tokenizer.", at: "src/parse.ts:7" }
      expect(await mcp.call("comment", said)).toMatch(`is on ${id}.`)
      expect(await mcp.call("comment", { ...said, at: "src/parse.ts" })).toContain(
        "expected a file and a line",
      )
      const again = await mcp.call("get_task", { task: held })
      expect(again).toContain('1. [x] "tests pass"')
      expect(again).toMatch(/; 1 comment$/m)
      const finish = { task: held, summary: "Null is read.", reflection: "Read the grammar first." }
      expect(await mcp.call("finish_task", finish)).toBe(`${id} is done.`)
      expect(await mcp.call("finish_task", finish)).toBe(`${id} is done.`)
      expect(await read(id)).toMatchObject({ status: "done", summary: "Null is read.", commentCount: 1 })
      expect(await mcp.call("next_task", { project: name })).toBe("Nothing is ready.")
      await mcp.close()
    })

    test("what is given back as failed says why, and counts", async () => {
      const mcp = await connect(name)
      const id = await add({ title: "Deploy", project: `${name}-back` })
      const held = / as (\S+)\.$/.exec(await mcp.call("next_task", { task: id }))?.[1] ?? ""
      expect(await mcp.call("give_back", { task: held, failed: true, reason: "no key" })).toBe(
        `${id} is todo.`,
      )
      expect(await read(id)).toMatchObject({ status: "todo", assignee: "unassigned", attempts: 1 })
      await mcp.close()
    })

    test("what meets a limit is given back at no cost, and the agent is told until when it is paused", async () => {
      const mcp = await connect(`${name}-limit`)
      const project = `${name}-limit`
      const added = await mcp.call("add_tasks", {
        tasks: [
          { title: "Train", project, resources: [`${name}/gpu/`], skills: [] },
          { title: "Tune", project, resources: [`${name}/gpu`] },
          { title: "Draw", project, skills: ["opus"] },
        ],
      })
      // The note on a project whose name is near to another one's comes after the ids.
      const [train = "", tune = "", draw = ""] = (added.split("\n")[0] ?? "").split(", ")
      const taken = await mcp.call("next_task", { project })
      expect(taken).toContain(`needs "${name}/gpu"`)
      expect(await mcp.call("get_task", { task: draw })).toContain('skills "opus"')
      expect(await mcp.call("find_tasks", { project, status: ["todo"] })).toContain(
        `todo, waits for "${name}/gpu" (${train})`,
      )
      const other = await connect(`${name}-other`)
      expect(await other.call("next_task", { task: tune })).toMatch(
        new RegExp(
          `^resource_taken: ".*${train} \\(${name}-limit\\) holds ${name}/gpu.*" next_task takes another task.$`,
        ),
      )
      expect(await other.call("next_task", { task: draw })).toMatch(
        new RegExp(`^not_able: ".*: opus.*" next_task takes another task.$`),
      )
      const held = / as (\S+)\.$/.exec(taken)?.[1] ?? ""
      const limit = { until: "2h" }
      expect(await mcp.call("give_back", { task: held, reason: "quota", limit })).toMatch(
        new RegExp(`^${train} is todo. You are paused until 20.*: next_task offers nothing before then.$`),
      )
      expect(await read(train)).toMatchObject({ status: "todo", attempts: 0 })
      const { paused } = (await call(server.url, "GET", `/agents/${name}-limit`)).body["agent"]
      expect(paused).toMatchObject({ reason: "quota", by: `${name}-limit` })
      expect(await mcp.call("next_task", { project })).toMatch(/^Nothing is ready. You are paused/)
      await other.call("next_task", { task: train })
      const closing = {
        task: train,
        limit: { resource: `${name}/gpu`, until: new Date(Date.now() + 60_000).toISOString() },
      }
      expect(await other.call("give_back", closing)).toBe(
        `${train} is todo. Closed for all until then: "${name}/gpu".`,
      )
      await other.call("next_task", { task: train })
      expect(await other.call("give_back", { task: train, limit: { until: "soon" } })).toMatch(/^\w+: /)
      await Promise.all([mcp.close(), other.close()])
    })

    test("a wait ends with the task that comes", async () => {
      const mcp = await connect(name)
      const waiting = mcp.call("next_task", { project: `${name}-wait`, wait: 50 })
      while (!(await call(server.url, "GET", `/agents/${name}`)).body["agent"]?.live) continue
      const id = await add({ title: "Late", project: `${name}-wait` })
      expect(await waiting).toContain(`${id} "Late"`)
      await mcp.call("give_back", { task: id })
      await mcp.close()
    })

    test("what is wrong is said with its code and with a tool to call", async () => {
      const mcp = await connect(name)
      expect(await mcp.call("get_task", { task: "T-99999" })).toBe(
        "task_not_found: There is no task T-99999. find_tasks lists tasks.",
      )
      expect(await mcp.call("finish_task", { task: "seven" })).toMatch(
        /^invalid_input: "seven" is not a task/,
      )
      expect(await mcp.call("find_tasks", { statu: ["todo"] })).toMatch(/^invalid_input: .*"statu"/)
      const lost = { title: "Lost", blockedBy: ["T-99998"], parent: "T-99999" }
      expect(await mcp.call("add_tasks", { tasks: [lost] })).toBe(
        "invalid_input: Nothing was created: there are 2 errors. tasks.0.blockedBy.0: there is no task T-99998; tasks.0.parent: there is no task T-99999. Correct the named input and call the tool again.",
      )
      await expect(mcp.call("take_task")).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('There is no tool "take_task"') as string,
      })
      const { isError } = await mcp.client.callTool({ name: "get_task", arguments: { task: "T-99999" } })
      expect(isError).toBe(true)
      await mcp.close()
    })
  })
})
