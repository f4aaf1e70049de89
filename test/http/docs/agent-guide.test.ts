import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { errors } from "../../../src/errors.ts"
import { guideErrors, guideSteps } from "../../../src/http/docs/agent-guide.ts"
import { refusalsOf } from "../../../src/http/docs/refusals.ts"
import { hintFor } from "../../../src/http/reply/hints.ts"
import { operations } from "../../../src/operations/index.ts"
import type { Operation } from "../../../src/operation.ts"
import { serve } from "../../commands/upnext.ts"
import { helpOf } from "../../support/help.ts"
import { startServer } from "../../support/http.ts"

const all: readonly Operation[] = operations
const { upnext } = await serve({ env: { UPNEXT_AGENT: "ann" } })

test("GET /docs?for=agent is a guide in Markdown, whatever form is accepted; another reader is 400", async () => {
  const server = await startServer()
  const guide = await server.ask("/docs?for=agent", { headers: { accept: "text/html" } })
  expect([guide.status, guide.headers["content-type"]]).toEqual([200, "text/markdown; charset=utf-8"])
  expect(guide.text).toMatch(/^# Upnext .* for agents\n/)
  const other = await server.ask("/docs?for=people")
  expect([other.status, other.json.errors[0].path]).toEqual([400, "for"])
})

test("each path and code of the guide is one of this server, and each field one that it takes", async () => {
  const { text } = await (await startServer()).ask("/docs?for=agent")
  const shown = [...text.matchAll(/`(GET|POST|PATCH|PUT|DELETE) (\/[\w/{}.]*)/g)].map(
    ([, method, path]) => `${method} ${path}`,
  )
  const known = [...all.map(({ http }) => `${http.method} ${http.path}`), "GET /docs.md"]
  expect(shown.length).toBeGreaterThan(guideSteps.length)
  expect(shown.filter((each) => !known.includes(each))).toEqual([])
  for (const { operation, fields } of guideSteps) {
    const { input } = all.find(({ name }) => name === operation) as Operation
    expect(Object.keys(input.shape), operation).toEqual(
      expect.arrayContaining(fields.map((each) => each.split("=")[0])),
    )
  }
  const met = new Set(
    guideSteps.flatMap(({ operation }) =>
      refusalsOf(all.find(({ name }) => name === operation) as Operation),
    ),
  )
  for (const code of guideErrors) {
    expect(text).toContain(`| \`${code}\` | ${errors[code].status} | ${hintFor(code)} |`)
    expect(met, code).toContain(code)
  }
})

test("the commands of the guide work in their order", async () => {
  for (const title of ["one", "two"]) await upnext(["task", "add", title, "--criterion", "it works"])
  for (const { step, command } of guideSteps) {
    if (command.startsWith("release")) await upnext(["task", "claim", "T-2"])
    const { status, stderr } = await upnext(wordsOf(command))
    expect([status, stderr], step).toEqual([0, command === "inbox --ack" ? "Nothing unread.\n" : ""])
  }
})

test("the commands that the guide names besides are there", async () => {
  const { text } = await (await startServer()).ask("/docs?for=agent")
  const named = [...text.matchAll(/`upnext ([a-z]+)/g)].map(([, command = ""]) => command)
  expect(named).toEqual(expect.arrayContaining(["whoami", "plan"]))
  for (const each of named) expect((await helpOf([each])).status, each).toBe(0)
})

test("the commands that the page for agents gives them work in their order", async () => {
  const [, part = ""] =
    /^## For agents\n[^]*?```markdown\n([^]*?)```/m.exec(readFileSync("docs/agents.md", "utf8")) ?? []
  const commands = [...part.matchAll(/`upnext ([^`]+)`/g)].map(([, command = ""]) => command)
  expect(commands.map((each) => wordsOf(each)[0])).toEqual(["next", "comment", "add", "done", "release"])
  const add = async (title: string) => {
    const added = await upnext([
      "task",
      "add",
      title,
      "--criterion",
      "a criterion",
      "--priority",
      "P0",
      "--format",
      "id",
    ])
    return added.stdout.trim()
  }
  let id = await add("three")
  for (const command of commands) {
    if (command.startsWith("release")) await upnext(["task", "claim", (id = await add("four"))])
    const { status, stderr } = await upnext(wordsOf(command.replace("T-1", id)))
    expect([status, stderr], command).toEqual([0, ""])
  }
})

function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "")
}
