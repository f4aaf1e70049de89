import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { tools } from "../../src/mcp/tools.ts"
import { clients } from "../../src/onboarding/clients.ts"

const page = readFileSync("docs/agents.md", "utf8")

test("the page for agents lists every tool once, in the order of the table", () => {
  const lines = [...page.matchAll(/^- `(\w+)`:/gm)].map(([, name]) => name)
  expect(lines).toEqual(tools.map(({ name }) => name))
})

test("the page for agents has a line for each client, which names every file of its own that is written for it", () => {
  for (const { title, skills, mcp, mcpToml, hooks, plugin } of Object.values(clients)) {
    const line = page.split("\n").find((each) => each.startsWith(`- ${title}: `)) ?? ""
    const paths = [...mcp.map(({ path }) => path), mcpToml, hooks?.path, plugin]
    for (const path of paths) if (path !== undefined) expect(line, title).toContain(`${path}\``)
    expect(page, title).toContain(`\`${skills}/upnext/\``)
  }
})
