import { expect, test } from "vitest"
import { serve } from "./upnext.ts"

const { upnext } = await serve()

test("a word after --wait that is no duration is refused as one", async () => {
  const { status, stderr } = await upnext(["next", "--wait", "foo", "--agent", "ann"])
  expect(status).toBe(2)
  expect(stderr).toContain('error --wait takes a duration such as 30s or 10m, longer than zero, not "foo".')
})

const add = async (...more: string[]) =>
  (await upnext(["task", "add", "x", "--format", "id", "--tag", "w", ...more])).stdout.trim()
const rowOf = async (id: string) =>
  (await upnext(["task", "list", "--tag", "w"])).stdout.split("\n").find((row) => row.startsWith(`${id} `))
const ann = { UPNEXT_AGENT: "ann" }
const fail = async (id: string) => {
  await upnext(["task", "claim", id], ann)
  await upnext(["task", "release", id, "--failed"], ann)
}

test("a list says why a task waits, and until when", async () => {
  const [first, second] = [await add("--assignee", "bob"), await add("--assignee", "bob")]
  const last = await add("--blocked-by", first, "--blocked-by", second)
  const planned = await add("--not-before", "2h")
  const flaky = await add()
  await fail(flaky)
  expect(await rowOf(last)).toContain(`todo (waits for ${first} and 1 more)`)
  await upnext(["task", "edit", first, "--status", "done"])
  expect(await rowOf(last)).toContain(`todo (waits for ${second})`)
  expect(await rowOf(planned)).toMatch(/todo \(starts in [12]h\)/)
  expect(await rowOf(flaky)).toMatch(/todo \(retries in \d+s\)/)
  const parent = await add()
  const child = await add("--parent", parent, "--assignee", "bob")
  expect(await rowOf(parent)).toContain(`todo (waits for ${child})`)
})

test("`task retry` ends a rest, may be repeated, and says what the task waits for besides", async () => {
  const [flaky, other] = [await add(), await add("--assignee", "bob")]
  await fail(flaky)
  for (let i = 0; i < 2; i += 1)
    expect((await upnext(["task", "retry", flaky])).stdout).toBe(`✓ ${flaky} is offered now (todo)  x\n`)
  expect(await rowOf(flaky)).toMatch(/ todo /)
  await fail(flaky)
  await upnext(["task", "edit", flaky, "--blocked-by", other])
  expect((await upnext(["task", "retry", flaky])).stdout).toContain(`(todo, waits for ${other})`)
  await upnext(["task", "edit", flaky, "--status", "blocked", "--reason", "no disk"])
  const refused = await upnext(["task", "retry", flaky])
  expect(refused).toMatchObject({ status: 1, stdout: "" })
  expect(refused.stderr).toMatch(new RegExp(`upnext edit ${flaky} --status todo( --url \\S+)?\` unblocks it`))
})
