import { execFile } from "node:child_process"
import { resolve } from "node:path"
import { expect, test } from "vitest"
import { serve } from "./upnext.ts"

const served = await serve({ env: { UPNEXT_AGENT: "ann" } })
const { upnext } = served

/** Runs a line of the shell that names our command. */
function upnextIn(line: string): Promise<{ status: number; stdout: string }> {
  const { PATH } = process.env
  const env = { PATH, HOME: "/nonexistent", UPNEXT_URL: served.server.url, UPNEXT_AGENT: "ann" }
  return new Promise((done) => {
    const child = execFile("/bin/sh", ["-c", line], { env }, (_, stdout) =>
      done({ status: child.exitCode ?? -1, stdout }),
    )
  })
}

async function add(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i += 1)
    ids.push((await upnext(["add", `task ${i}`, "--format", "id"])).stdout.trim())
  return ids
}

test("ids come from standard input, and several lines are no title", async () => {
  const ids = await add(3)
  const lines = `${ids.join("\n")}\n`
  const { status, stdout } = await upnext(["cancel", "-", "--format", "id"], {}, lines)
  expect([status, stdout]).toEqual([0, lines])
  const none = await upnext(["done", "-"], {}, "\n")
  expect([none.status, none.stderr]).toEqual([2, expect.stringContaining("<id> is missing.")])
  const titles = await upnext(["add", "-"], {}, "one\ntwo\n")
  expect(titles.stderr).toMatch(
    /^error The title has several lines\.\nhint {2}`upnext plan - .*` adds a task for each line\.$/m,
  )
  expect((await upnext(["comment", "T-7"])).stderr).toContain("Write `upnext comment T-7 <content>`")
})

test("claim, comment, show, edit, done and delete take several ids and print a line for each", async () => {
  const [a = "", b = ""] = await add(2)
  expect((await upnext(["claim", a, b])).status).toBe(0)
  expect(
    (await upnext(["comment", a, b, "half of it"])).stdout.match(/has a comment from ann/g),
  ).toHaveLength(2)
  expect((await upnext(["task", "edit", a, b, "--tag", "+x", "--format", "id"])).stdout).toBe(`${a}\n${b}\n`)
  expect((await upnext(["show", a, b])).stdout.match(/half of it/g)).toHaveLength(2)
  const done = await upnext(["done", a, b.replace("T-", ""), "--lesson", "-"], {}, "learned")
  expect(done).toMatchObject({ status: 0, stdout: `✓ ${a} is done  task 0\n✓ ${b} is done  task 1\n` })
  expect((await upnext(["task", "delete", a, b, "--yes"])).stdout).toBe(
    `✓ ${a} is deleted\n✓ ${b} is deleted\n`,
  )
})

test("the last word of a review is the decision on all its tasks", async () => {
  const [a = "", b = ""] = await add(2)
  await upnext(["task", "edit", a, b, "--reviewer", "rita"])
  await upnext(["claim", a, b])
  await upnext(["done", a, b, "--lesson", "x"])
  const reviewed = await upnext(["task", "review", a, b, "approve", "--agent", "rita"])
  expect(reviewed.stdout.match(/is approved/g)).toHaveLength(2)
})

test("if one task fails, its id is named, the others are done, and the exit status is 1", async () => {
  const [a = "", b = ""] = await add(2)
  await upnext(["claim", a, b])
  const done = await upnext(["done", a, "T-9999", b, "--lesson", "x"])
  expect(done.status).toBe(1)
  expect(done.stdout).toBe(`✓ ${a} is done  task 0\n✓ ${b} is done  task 1\n`)
  expect(done.stderr).toMatch(/^error [^\n]*T-9999[^\n]*\nhint [^\n]*\n$/)
})

test("one edit of several tasks is one step, which one undo takes back; what is refused is named", async () => {
  const [a = "", b = ""] = await add(2)
  const edited = await upnext(["edit", a, "T-9999", b, "--priority", "P1", "--eta", "2h"])
  expect(edited).toMatchObject({
    status: 1,
    stdout: `✓ ${a} is changed: estimate 2h (todo, P2 → P1, version 2)  task 0\n✓ ${b} is changed: estimate 2h (todo, P2 → P1, version 2)  task 1\n`,
  })
  expect(edited.stderr).toMatch(/^error There is no task T-9999\.\nhint [^\n]*`upnext list[^\n]*\n$/)
  expect((await upnext(["undo"])).stdout).toBe(`✓ Undone: ${a}, ${b} changed (priority, eta).\n`)
})

test("a command that makes a request for each task is one step, which one undo takes back", async () => {
  const [a = "", b = "", c = ""] = await add(3)
  expect(await upnext(["delete", a, b, "--yes"])).toMatchObject({ status: 0, stderr: "" })
  expect((await upnext(["undo"])).stdout).toBe(`✓ Undone: ${a}, ${b} deleted.\n`)
  expect((await upnext(["redo"])).stdout).toBe(`✓ Done again: ${a}, ${b} deleted.\n`)
  await upnext(["restore", a, b])
  expect((await upnext(["undo"])).stdout).toBe(`✓ Undone: ${a}, ${b} restored.\n`)
  await upnext(["undo", a])
  await upnext(["cancel", a, b, c])
  await upnext(["reopen", a, b])
  expect((await upnext(["undo"])).stdout).toBe(`✓ Undone: ${a}, ${b} moved to todo.\n`)
})

test("--json of an edit prints a document for each task, whether it is changed or refused", async () => {
  const [a = "", b = ""] = await add(2)
  const edited = await upnext(["edit", a, b, "--parent", b, "--json"])
  expect(edited).toMatchObject({ status: 1, stderr: "" })
  const documents = edited.stdout.trimEnd().split("\n")
  expect(documents.map((each) => JSON.parse(each) as unknown)).toMatchObject([
    { task: { id: a, version: 2 } },
    {
      code: "dependency_cycle",
      status: 409,
      facts: { task: b },
      hint: expect.stringContaining("cycle") as string,
    },
  ])
})

test("a value that is wrong for all is told once, by its flag", async () => {
  const [a = "", b = ""] = await add(2)
  const edited = await upnext(["edit", a, b, "--eta", "soon"])
  expect(edited).toMatchObject({ status: 2, stdout: "" })
  expect(edited.stderr).toMatch(/^error --eta: expected a duration[^\n]*\nhint [^\n]*\n$/)
})

test("what is wrong for each is told by its flag too", async () => {
  const [a = "", b = ""] = await add(2)
  const { status, stderr } = await upnext(["edit", a, b, "--blocked-by", "T-9999"])
  expect([status, stderr.match(/ --blocked-by: there is no task T-9999\./g)?.length]).toEqual([1, 2])
})

test("what a list has found is edited by way of xargs, as it is typed", async () => {
  const ids = await add(3)
  await upnext(["edit", ...ids, "--tag", "+of-xargs"])
  const own = `'${process.execPath}' '${resolve("dist/cli.cjs")}'`
  const line = `${own} task list --tag of-xargs --format id | xargs ${own} task edit --priority P0`
  const { stdout, status } = await upnextIn(line)
  expect([status, stdout.match(/is changed \(todo, P2 → P0/g)?.length]).toEqual([0, 3])
})

test("--json prints one document a line for each task, in the order of the ids", async () => {
  const [a = "", b = ""] = await add(2)
  const shown = await upnext(["show", a, "T-9999", b, "--json"])
  expect(shown).toMatchObject({ status: 1, stderr: "" })
  const documents = shown.stdout.trimEnd().split("\n")
  expect(documents.map((each) => JSON.parse(each) as unknown)).toMatchObject([
    { task: { id: a } },
    { code: "task_not_found" },
    { task: { id: b } },
  ])
})

test("an id that is given twice counts once", async () => {
  const [a = ""] = await add(1)
  expect((await upnext(["task", "delete", a, a.toLowerCase(), "--yes"])).stdout).toBe(`✓ ${a} is deleted\n`)
})

test.each<[string[], number, string]>([
  [["done", "T-1", "seven", "T-2"], 2, '"seven" is not a task id'],
  [["comment", "T-1", "T-2", "two", "words"], 2, '"T-2" may be a task, or a part of the text'],
  [["done", "T-1", "T-2", "--lease-token", "x"], 2, "--lease-token applies to one task"],
  [
    ["task", "edit", "T-1", "T-2", "--if-version", "1", "--title", "x"],
    2,
    "--if-version applies to one task",
  ],
  [["show", "T-1", "T-2", "--url", "http://127.0.0.1:1"], 4, "No server is listening"],
  [["done"], 2, "<id> is missing."],
  [["task", "comment", "T-1"], 2, "<content> is missing."],
])("%j changes nothing and exits with %i", async (args, status, message) => {
  const result = await upnext(args)
  expect(result.stderr).toContain(message)
  expect(result.stderr.match(/^error/gm)).toHaveLength(1)
  expect(result).toMatchObject({ status, stdout: "" })
})

test("so is one command that cancels several", async () => {
  const [a = "", b = ""] = await add(2)
  await upnext(["add", "part", "--parent", a])
  expect((await upnext(["cancel", a, b])).stdout).toMatch(
    /is cancelled {2}task 0\n {2}1 open child continues\.\n.*is cancelled {2}task 1\n/,
  )
  expect((await upnext(["undo"])).stdout).toBe(`✓ Undone: ${a}, ${b} cancelled.\n`)
})

test("lists that an edit changes are named as they were and as they are", async () => {
  const [a = "", b = ""] = await add(2)
  expect((await upnext(["edit", a, "--tag", "one,two"])).stdout).toContain("tags none → one, two (")
  expect((await upnext(["edit", a, b, "--tag", "three"])).stdout).toMatch(
    /tags one, two → three \(.*\n.*tags none → three \(/,
  )
  expect((await upnext(["edit", a, "--tag", "+four"])).stdout).toContain("tags three → three, four (")
  expect((await upnext(["edit", a, "--remove-tag", "three", "--tag", "-four"])).stdout).toContain("→ none (")
  expect((await upnext(["edit", a, "--reviewer", ""])).stdout).toContain(`${a} is unchanged (`)
  expect((await upnext(["edit", a, "--criterion", "x"])).stdout).toContain("criteria none → x (")
  expect((await upnext(["edit", a, "--tag", "x", "--json"])).json()).not.toHaveProperty("before")
  expect((await upnext(["edit", "--help"])).stdout).toContain("--tag +urgent --tag -later")
})

test("what was so already is said, and so is a comment", async () => {
  const [a = "", b = ""] = await add(2)
  expect((await upnext(["cancel", a, "--comment", "x"])).stdout).toContain(
    `${a} is cancelled; comment added `,
  )
  expect((await upnext(["cancel", a, b])).stdout).toMatch(/was cancelled already {2}.*\n.* is cancelled {2}/)
  expect(
    (await upnext(["cancel", a, b, "--comment", "x"])).stdout.match(/cancelled already; comment added/g),
  ).toHaveLength(2)
  expect((await upnext(["cancel", a, "--json"])).json()).toMatchObject({ unchanged: true })
  expect((await upnext(["reopen", a, "--comment", "x"])).stdout).toContain(
    "is open again (todo); comment added",
  )
  await upnext(["claim", a])
  expect((await upnext(["release", a])).stdout).toContain("is given back (")
  expect((await upnext(["release", a])).stdout).toContain("was given back already (")
  await upnext(["claim", a])
  expect((await upnext(["done", a, "--lesson", "x"])).stdout).toContain("is done")
  expect((await upnext(["done", a])).stdout).toContain("was done already")
  expect((await upnext(["done", a, "--json"])).json()).toMatchObject({ repeated: true })
})

test("a flag with a wrong value is named as it was typed, and once for all tasks", async () => {
  const ids = await add(2)
  const refused = await upnext(["claim", ...ids, "--for", "ann"])
  expect(refused.status).toBe(2)
  expect(refused.stderr.match(/^error .*/gm)).toEqual([
    expect.stringContaining("error --for (here --lease): expected a duration"),
  ])
  const local = await upnext(["edit", ...ids, "--pri", "P9"])
  expect(local.stderr).toMatch(/^error --pri \(here --priority\) must be one of/)
})
