import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { hasScript, inTerminal } from "../support/in-terminal.ts"
import { serveApart } from "./upnext.ts"

const served = await serveApart()
const { upnext } = served
const wait = "Wait until the pause ends, or ask a person to end it. Work in progress may be finished."

describe.each([
  ["an agent", ["agent", "pause", "ann"], ["agent", "resume", "ann"], "ann is"],
  ["the whole team", ["team", "pause"], ["team", "resume"], "The whole team is"],
])("while %s is paused", (_, pause, resume, who) => {
  const paused = async (...more: string[]) => {
    expect((await upnext([...pause, ...more], { UPNEXT_AGENT: "bo" })).status).toBe(0)
  }
  const end = () => upnext(resume)
  const said = new RegExp(
    `^${who} paused by bo, ends in (2h|1h) \\(\\w{3} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d \\+01:00\\): lunch\\.\nhint  ${wait.replaceAll(".", "\\.")}\n$`,
  )
  const zone = { TZ: "Africa/Lagos" }

  test.each([
    [["task", "next"]],
    [["task", "next", "--claim"]],
    [["task", "next", "--claim", "--wait", "1s"]],
    [["task", "claim"]],
    [["task", "next", "--claim", "--format", "id"]],
  ])("%j says who paused it, until when, and not how an agent ends that", async (args) => {
    await paused("--for", "2h", "--reason", "lunch")
    const asked = await upnext([...args, "--agent", "ann"], zone)
    const nothing = args.includes("id") ? "" : "Nothing is ready.\n"
    expect(asked.stderr.replace(/Nothing is ready\.\n$/, "")).toMatch(said)
    expect([asked.stdout, asked.status]).toEqual(["", 3])
    await end()
    expect(await upnext([...args, "--agent", "ann"])).toMatchObject({ stderr: nothing, status: 3 })
  })

  test("with --json the answer of a claim holds the pause, and nothing else is said", async () => {
    await paused()
    const asked = await upnext(["task", "claim", "--json", "--agent", "ann"])
    expect(asked.stderr).toBe("")
    expect(asked.json()).toMatchObject({ task: null, paused: { by: "bo", until: null } })
    await end()
  })

  test("`upnext work` says it once", async () => {
    await paused("--reason", "lunch")
    const args = ["work", "--agent", "ann", "--once", "--", "true"]
    const worker = await upnext(args)
    expect(worker.stderr).toBe(
      `${who} paused by bo, until somebody resumes it: lunch.\n${wait}\nNothing is ready.\n`,
    )
    await end()
  })

  test.runIf(hasScript)(
    "a person at a terminal gets the command that ends it, and no coding agent does",
    async () => {
      await paused()
      const line = `'${process.execPath}' '${join(process.cwd(), "dist/cli.cjs")}' next --agent ann`
      const env = { UPNEXT_URL: served.server.url }
      const command = `hint  \`upnext ${resume.join(" ")} --url ${served.server.url}\` ends the pause.`
      expect(inTerminal(200, line, env).join("\n")).toContain(command)
      expect(inTerminal(200, line, { ...env, CLAUDECODE: "1" }).join("\n")).toContain(`hint  ${wait}`)
      await end()
    },
  )
})
