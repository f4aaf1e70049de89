import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { countTokens } from "../support/tokens.js"
import { serve } from "./upnext.ts"

/** Counted for models of the encoding `o200k_base`. docs/agents.md states these limits. */

const served = await serve({ env: { UPNEXT_AGENT: "claude" } })
const { upnext } = served
const page = readFileSync("docs/agents.md", "utf8")

const description =
  "The gateway still accepts access tokens for up to five minutes after they have expired, because the check compares seconds with milliseconds in src/gateway/verify.ts. Compare both in milliseconds, answer 401 with a problem document that names the reason, and leave the refresh flow as it is."
const criteria = [
  "An expired token gets 401 with a problem document",
  "The checkout page shows why the payment was refused",
  "A test covers a token that expires during the request",
].flatMap((each) => ["--criterion", each])
const titles = [
  "Refuse expired tokens at the payment gateway",
  "Write the release notes for the payment service",
  "Find out why the nightly import takes four hours",
  "Show the reason of a refused payment on the checkout page",
  "Move the invoices to the new storage bucket",
  "Retry webhooks that a customer's server refuses",
]

async function addTask(title: string): Promise<string> {
  const { stdout } = await upnext(
    [
      "task",
      "add",
      title,
      "--description",
      description,
      ...criteria,
      "--priority",
      "P1",
      "--tag",
      "auth,payments",
      "--project",
      "web",
      "--format",
      "id",
    ],
    { UPNEXT_AGENT: "mira" },
  )
  return stdout.trim()
}

/** Runs a command as an agent does, and counts what it prints. */
async function tokensOf(args: string[], status = 0): Promise<number> {
  const result = await upnext(args)
  expect(result, result.stderr).toMatchObject({ status })
  return countTokens(result.stdout + result.stderr)
}

async function tokensOfLoop(id: string, form: string[]): Promise<number> {
  const commands = [
    ["task", "next", "--claim"],
    ["task", "show", id],
    [
      "task",
      "comment",
      id,
      "The check is fixed; the test for a token that expires during the request is next.",
    ],
    ["task", "check", id, "1", "--evidence", "gateway.test.ts, 14 passed"],
    ["task", "done", id, "--lesson", "Durations need their unit in the name."],
  ]
  let sum = 0
  for (const command of commands) sum += await tokensOf([...command, ...form])
  return sum
}

/** Holds the limit, which stands on the page. */
function expectWithin(what: string, tokens: number, most: number): void {
  expect(tokens, what).toBeLessThanOrEqual(most)
  expect(page, what).toMatch(new RegExp(`\\s${most.toLocaleString("en-US")}\\b`))
}

test("an agent's loop and lists cost few tokens, as docs/agents.md says", async () => {
  for (let i = 0; i < 127; i += 1) {
    const body = JSON.stringify({
      title: titles[i % titles.length],
      description,
      project: "web",
      createdBy: "mira",
    })
    await fetch(`${served.server.url}/tasks`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    })
  }
  const id = await addTask(titles[0] ?? "")
  expect(id).toBe("T-128")
  expectWithin("the loop as text", await tokensOfLoop(id, []), 460)
  expectWithin("the loop with --json", await tokensOfLoop(await addTask(titles[0] ?? ""), ["--json"]), 620)
  // In the first second, a row says `now` in place of how long ago the task was changed.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expectWithin("a list of thirty tasks", await tokensOf(["task", "list", "--limit", "30"]), 1100)
  expect(await tokensOf(["task", "next", "--tag", "none"], 3), "nothing is ready").toBeLessThanOrEqual(5)
})

test("the guide for agents and the part of docs/agents.md for them are short", async () => {
  const guide = await (await fetch(`${served.server.url}/docs?for=agent`)).text()
  expectWithin("GET /docs?for=agent", countTokens(guide), 1200)
  const [, part = ""] = /^## For agents\n[^]*?```markdown\n([^]*?)```/m.exec(page) ?? []
  expect(part).toContain("upnext")
  expectWithin("the text for AGENTS.md", countTokens(part), 160)
})
