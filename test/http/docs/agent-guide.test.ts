import { expect, test } from "vitest"
import { errors } from "../../../src/errors.ts"
import { guideErrors, guideSteps } from "../../../src/http/docs/agent-guide.ts"
import { refusalsOf } from "../../../src/http/docs/refusals.ts"
import { hintFor } from "../../../src/http/hints.ts"
import { operations } from "../../../src/operations/index.ts"
import type { Operation } from "../../../src/operation.ts"
import { serve } from "../../commands/upnext.ts"
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
    if (command.startsWith("task release")) await upnext(["task", "claim", "T-2"])
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "")
    const { status, stderr } = await upnext(words)
    expect([status, stderr], step).toEqual([0, ""])
  }
})
