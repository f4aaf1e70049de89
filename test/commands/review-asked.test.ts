import { spawnSync } from "node:child_process"
import { describe, expect, test } from "vitest"
import { hasScript } from "../support/in-terminal.ts"
import { call } from "../support/server.ts"
import { gitEnv, realRepository } from "../repository/real-git.ts"
import { serveApart } from "./upnext.ts"

const served = await serveApart()
const program = `${process.execPath} ${process.cwd()}/dist/cli.cjs`

/** Finished work in review, with its patch. Gives its id and the repository. */
async function inReview({ isHere = true } = {}) {
  const repository = realRepository({ "a.txt": "one\n" })
  const base = repository.git("rev-parse", "HEAD").trim()
  repository.write("a.txt", "two\n")
  const commit = repository.commit("Work")
  const { body } = await call(served.server.url, "POST", "/tasks", { title: "Change it", reviewer: "mira" })
  const id = body["task"].id as string
  await call(served.server.url, "POST", `/tasks/${id}/claim`, { agent: "bo" })
  const diff = repository.git("diff", base, commit)
  const patch = await attach(id, "bo", `# ${isHere ? base : "a".repeat(40)}..${commit}\n\n${diff}`)
  await call(served.server.url, "POST", `/tasks/${id}/work`, {
    ...{ agent: "bo", repository: "shop", branch: "upnext/1", base: "main", tree: "d".repeat(40), commit },
    ...{ files: 1, additions: 1, deletions: 1, patch },
  })
  await call(served.server.url, "POST", `/tasks/${id}/complete`, { agent: "bo", reflection: "Ask first." })
  await attach(id, "eve", "-forged\n")
  return { id, root: repository.root }
}

/** Attaches a file under the name that the patch of an attempt has. Gives what a report names of it. */
async function attach(id: string, actor: string, body: string) {
  const answer = await fetch(`${served.server.url}/tasks/${id}/attachments`, {
    method: "POST",
    headers: { "content-disposition": `attachment; filename="${id}.1.patch"`, "upnext-actor": actor },
    body,
  })
  const { attachment } = (await answer.json()) as { attachment: { id: string; sha256: string } }
  return { id: attachment.id, sha256: attachment.sha256 }
}

/** What a terminal shows, where somebody types these lines. */
function typed(id: string, cwd: string, input: string, env: NodeJS.ProcessEnv = {}): string {
  const { stdout } = spawnSync("script", ["-qec", `${program} task review ${id} --agent mira`, "/dev/null"], {
    ...{ cwd, input, encoding: "utf8", timeout: 30_000 },
    env: { ...gitEnv, GIT_PAGER: "sed s/^/paged:/", UPNEXT_URL: served.server.url, TERM: "xterm", ...env },
  })
  return stdout.replaceAll("\r", "")
}

const statusOf = async (id: string) => (await call(served.server.url, "GET", `/tasks/${id}?handoff=1`)).body

describe.runIf(hasScript)("a review without a decision, in a terminal", () => {
  test("shows the change as git does, in its colours and pager, and asks", async () => {
    const { id, root } = await inReview()
    const shown = typed(id, root, "r\nAdd a test.\n")
    expect(shown).toContain("Change it")
    expect(shown).toMatch(/paged:\x1b\[[0-9;]*mdiff --git a\/a\.txt b\/a\.txt/) // oxlint-disable-line no-control-regex
    expect(shown).toContain(`${id}: [a]pprove, [r]equest changes, or [l]eave it?`)
    const { task, handoff } = await statusOf(id)
    expect(task).toMatchObject({ status: "doing" })
    expect(handoff.review).toMatchObject({ reviewer: "mira", comment: "Add a test." })
  })

  test("shows the patch in the pager where the commits are not here", async () => {
    const { id, root } = await inReview({ isHere: false })
    const shown = typed(id, root, "a\n")
    const plain = shown.replace(/\u001b\[\d+m/g, "") // oxlint-disable-line no-control-regex
    expect(plain).toContain("paged:diff --git a/a.txt b/a.txt\npaged:")
    expect(plain).toContain("paged:-one\npaged:+two\n")
    expect((await statusOf(id)).task).toMatchObject({ status: "done" })
  })

  test("leaves it where nothing is answered", async () => {
    const { id, root } = await inReview()
    expect(typed(id, root, "\n")).toContain(`Nothing was decided. Later: upnext review ${id}`)
    expect((await statusOf(id)).task).toMatchObject({ status: "review" })
  })
})

test("without a terminal the patch is printed, and how to decide", async () => {
  const { id } = await inReview()
  const { stdout, stderr, status } = await served.upnext(["review", id, "--agent", "mira"])
  expect(stdout).toContain("\n-one\n+two\n")
  expect(stderr).toContain(
    `Nothing was decided. Later: upnext review ${id} approve --agent mira, or: upnext review ${id} `,
  )
  expect(status).toBe(0)
  expect((await statusOf(id)).task).toMatchObject({ status: "review" })
})

test("what is not finished has nothing to review, and is not to be claimed for it", async () => {
  const { stdout } = await served.upnext(["add", "Not begun", "--format", "id"])
  const { stderr, status } = await served.upnext(["review", stdout.trim(), "approve", "--agent", "mira"])
  expect(stderr).toContain("Nothing can be reviewed before the task is finished")
  expect(status).toBe(1)
})

test("work without a patch is shown by what is known of it", async () => {
  const { upnext, server } = served
  const add = ["add", "Ask people", "--reviewer", "mira", "--criterion", "three answers", "--format", "id"]
  const id = (await upnext([...add, "--data", '{"checks":["test"]}'])).stdout.trim()
  await upnext(["claim", id, "--agent", "bo"])
  const report = { ...{ agent: "bo", check: "test", status: "failed" }, output: "1 of 3 failed" }
  await call(server.url, "POST", `/tasks/${id}/checks`, report)
  const met = ["--met", "1", "--evidence", "notes.md", "--summary", "All say yes", "--lesson", "Ask early"]
  await upnext(["done", id, "--agent", "bo", ...met])
  const { stdout, stderr, status } = await upnext(["review", id, "--agent", "mira"])
  for (const each of [
    "Ask people",
    "assignee    bo",
    "three answers",
    "notes.md",
    "All say yes",
    "Ask early",
    "1 of 3 failed",
  ])
    expect(stdout).toContain(each)
  expect(stderr).toContain("No patch is attached.")
  expect(status).toBe(0)
})

test("without an id, what is in review is listed", async () => {
  const { id } = await inReview()
  const { stdout, status } = await served.upnext(["review"])
  expect(stdout).toMatch(new RegExp(`^ID .*\n(?:.*\n)*${id} `))
  expect(status).toBe(0)
  expect((await served.upnext(["review", "--format", "id"])).stdout.split("\n")).toContain(id)
  const { tasks } = (await served.upnext(["review", "--json"])).json() as { tasks: { status: string }[] }
  expect(new Set(tasks.map((each) => each.status))).toEqual(new Set(["review"]))
  expect((await served.upnext(["review", "--decision", "approve"])).stderr).toContain("<id> is missing")
})
