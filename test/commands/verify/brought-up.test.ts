import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { call, serverForFile } from "../../support/server.ts"
import { repositoryWith } from "./repository.ts"

const server = serverForFile()

let projects = 0

/** A task whose finished work is in conflict with its base, and what a worker makes of it. */
async function begin(...flags: string[]) {
  const repository = await repositoryWith(server.url, {})
  const { root, git } = repository
  git("config", "user.name", "ann")
  git("config", "user.email", "ann@example.org")
  const project = ["--project", `p${(projects += 1)}`]
  const id = await repository.addTask(...project, ...flags)
  const work = async (script: string) => {
    const { said } = await repository.runWorker(script, "--once", ...project)
    return { said, ...(await repository.read(id)) }
  }
  const moveBase = (text: string) => {
    writeFileSync(join(root, "a.txt"), text)
    git("commit", "-qam", `base ${text.trim()}`)
  }
  return { ...repository, id, work, moveBase }
}

test("the attempt after a conflict begins with the base merged in, the conflict in its files, and the command knows", async () => {
  const { work, moveBase, run, id, root, git } = await begin()
  await work("echo mine > a.txt; echo own > b.txt")
  moveBase("theirs\n")
  expect((await run("land", id)).stdout).toContain("conflicts with main in a.txt")
  await run("task", "retry", id)
  const second = await work('cat > ../input; grep -c "<<<<<<<" a.txt; printf "mine\ntheirs\n" > a.txt')
  expect(second.task, second.said).toMatchObject({ status: "done", work: { files: 2 } })
  expect(second.task.work.conflicts).toBeUndefined()
  expect(second.said).toContain("main is merged in, with conflicts to resolve in a.txt")
  expect(JSON.parse(readFileSync(join(`${root}.trees`, "input"), "utf8"))).toMatchObject({
    conflicts: ["a.txt"],
  })
  expect((await run("land", id)).stdout).toContain("landed in main")
  expect(git("show", "main:a.txt")).toBe("mine\ntheirs\n")
  expect(git("log", "-1", "--format=%P", "main").trim().split(" ")).toHaveLength(1)
})

test("whoever decides again after a conflict is told what is as it was approved", async () => {
  const { work, moveBase, run, id } = await begin("--reviewer", "mira")
  await work("echo mine > a.txt; echo own > b.txt")
  await call(server.url, "POST", `/tasks/${id}/review`, { decision: "approve" }, { "upnext-actor": "mira" })
  moveBase("theirs\n")
  expect((await run("land", id)).stdout).toContain("conflicts with main in a.txt")
  await run("task", "retry", id)
  const second = await work('printf "mine\ntheirs\n" > a.txt')
  expect(second.task, second.said).toMatchObject({ status: "review", work: { approved: { by: "mira" } } })
  expect((await run("show", id)).stdout).toMatch(/approved by mira, .*, then sent back because of a conflict/)
  expect((await run("review", id)).stderr).toMatch(
    /^approved by mira, .* because of a conflict; as approved: b\.txt$/m,
  )
})

test("a tree in which the markers stay is a failed attempt, and `done` there is refused", async () => {
  const { work, moveBase, run, id, root } = await begin()
  await work("echo mine > a.txt")
  moveBase("theirs\n")
  await run("land", id)
  await run("task", "retry", id)
  const second = await work("echo more > b.txt")
  expect(second.task, second.said).toMatchObject({ status: "todo", attempts: 2 })
  expect(second.handoff.lastAttempt.reason).toContain("There are conflict markers in `a.txt`")
  await run("task", "retry", id)
  const tree = (await run("claim", id, "--worktree", "--format", "path")).stdout.trim()
  const refused = await run("done", id, "--lesson", "x")
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringContaining("There are conflict markers in `a.txt`"),
  ])
  writeFileSync(join(tree, "a.txt"), "both\n")
  expect((await run("done", id, "--lesson", "x")).status).toBe(0)
  expect((await run("land", id)).stdout, root).toContain("landed in main")
})

test("what was taken out of the base does not come back with a next attempt", async () => {
  const { work, run, id, root, git } = await begin()
  writeFileSync(join(root, "secret"), "s\n")
  git("add", "-A")
  git("commit", "-qm", "secret")
  await work("echo mine > b.txt; exit 1")
  git("reset", "-q", "--hard", "HEAD~1")
  writeFileSync(join(root, "c.txt"), "c\n")
  git("add", "-A")
  git("commit", "-qm", "c")
  await run("task", "retry", id)
  const { task, said } = await work("ls; echo x >> b.txt")
  expect(task, said).toMatchObject({ status: "done", work: { files: 1 } })
  expect(said).not.toMatch(/^secret$/m)
  expect((await run("land", id)).stdout).toContain("landed in main")
  expect(git("ls-tree", "--name-only", "main")).not.toContain("secret")
})

test("whoever reviews sees that it conflicts with its base", async () => {
  const { moveBase, run, id, read } = await begin("--reviewer", "mira")
  const tree = (await run("claim", id, "--worktree", "--format", "path")).stdout.trim()
  writeFileSync(join(tree, "a.txt"), "mine\n")
  moveBase("theirs\n")
  await run("done", id, "--lesson", "x")
  expect((await read(id)).task).toMatchObject({ status: "review", work: { conflicts: ["a.txt"] } })
  expect((await run("show", id)).stdout).toContain("not landed, conflicts with main in a.txt,")
  await call(server.url, "POST", `/tasks/${id}/review`, { decision: "approve" }, { "upnext-actor": "mira" })
  expect((await run("land", id, "--check")).stdout).toContain("conflicts with main in a.txt")
})
