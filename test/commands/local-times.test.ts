import { expect, test } from "vitest"
import { serve } from "./upnext.ts"

const { upnext } = await serve({ env: { TZ: "Africa/Lagos" } })
const add = async (...more: string[]) =>
  (await upnext(["task", "add", "x", "--format", "id", ...more])).stdout.trim()
const isoWords = /\d\d:\d\d:\d\d(\.\d+)?(Z| UTC)/
const local = "[A-Z][a-z]{2} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d \\+01:00"

test("people are told times in their own zone, programs in UTC", async () => {
  const id = await add()
  const planned = await add("--not-before", "2031-01-01T10:00:00Z", "--tag", "planned")
  await upnext(["task", "claim", id, "--agent", "ann"])
  const told: [string[], string][] = [
    [["task", "claim", id, "--agent", "bob"], `error ann holds ${id} until ${local} \\(in \\d+m\\)\\.`],
    [["task", "claim", planned, "--agent", "bob"], `not be started before ${local} \\(in \\d+w\\)\\.`],
    [["task", "next", "--agent", "bob", "--tag", "planned", "--explain"], `before ${local} \\(in`],
    [["task", "next", "--agent", "bob", "--explain"], `ann holds it until ${local} \\(in`],
    [["history", planned], "notBefore|created"],
    [["task", "release", id, "--agent", "ann", "--failed"], `retries at ${local} \\(in \\d+s\\)`],
    [["task", "show", id], `failed +once, retries at ${local} \\(in \\d+s\\)`],
    [["task", "list", "--at", "2020-01-01T00:00:00Z"], `begins at ${local}`],
  ]
  for (const [args, words] of told) {
    const { stdout, stderr } = await upnext(args)
    expect(stdout + stderr, args.join(" ")).toMatch(new RegExp(words))
    expect(stdout + stderr, args.join(" ")).not.toMatch(isoWords)
  }
  await upnext(["task", "edit", planned, "--not-before", "2032-01-01T10:00:00Z"])
  const { stdout } = await upnext(["history", planned])
  expect(stdout).toMatch(new RegExp(`notBefore ${local} → ${local}`))
  const refused = await upnext(["task", "claim", planned, "--agent", "bob", "--json"])
  expect(refused.json()).toMatchObject({ facts: { readyAt: "2032-01-01T10:00:00.000Z" } })
})
