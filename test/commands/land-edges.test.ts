import { expect, onTestFinished, test } from "vitest"
import { serverForFile, startServerHere, temporaryHome } from "../support/server.ts"
import { landing } from "./landing.ts"

const server = serverForFile()

/** T-2 waits for T-1, and a worker has done T-1 in a tree. */
async function chain(url: string) {
  const at = await landing(url)
  const first = await at.addTask()
  const second = await at.addTask("--blocked-by", first)
  const work = (command: string) =>
    at.run("work", "--once", "--worktree", "--yes", "--", "sh", "-c", `${command}; echo done`)
  return { ...at, first, second, work, worked: await work("echo b > b.txt") }
}

test("what waits for the landing of finished work is begun after it, and nobody is left to wonder", async () => {
  const { run, first, second, work, worked, log } = await chain(server.url)
  expect(worked.status, worked.stderr).toBe(0)
  expect(worked.stderr).toContain(`${second} waits until ${first} has landed: upnext land ${first}`)
  const idle = await work("true")
  expect(idle.status).toBe(3)
  const why = await run("next", "--explain")
  expect(why.stdout + why.stderr).toContain(`It waits for ${first} to land.`)
  expect((await run("claim", second)).stderr).toMatch(
    new RegExp(`\`upnext land ${first} .*\` lands that work\\.`),
  )
  expect((await run("land", first)).status).toBe(0)
  const then = await work("cat b.txt; echo c > c.txt")
  expect(then.status, then.stderr).toBe(0)
  expect(then.stderr).not.toContain("not in the base")
  expect((await run("land")).status).toBe(0)
  expect(log().map((each) => each.replace(/^one /, ""))).toEqual([`(${second})`, `(${first})`, "Begin"])
})

test("work that landed by other means is said to have, and git is not asked", async () => {
  const { run, runAt, first, second, read, git } = await chain(server.url)
  const before = git("rev-parse", "main")
  const said = await runAt("/", "land", first, "--elsewhere")
  expect([said.status, said.stdout]).toEqual([0, `✓ ${first} has landed in main\n`])
  expect(git("rev-parse", "main")).toBe(before)
  expect((await read(first)).task.work.landed).toMatchObject({ base: "main", commit: null })
  expect((await read(second)).task.ready).toBe(true)
  const again = await run("land", first, "--elsewhere", "--json")
  expect(again.json()).toEqual({
    results: [{ task: first, base: "main", result: "landed", commit: null, wasThere: true }],
  })
  const open = await run("land", second, "--elsewhere")
  expect([open.status, open.stderr]).toEqual([1, expect.stringContaining("has reported any work")])
  const none = await run("land", "--elsewhere")
  const trial = await run("land", second, "--elsewhere", "--check")
  expect([trial.status, trial.stderr]).toEqual([
    2,
    expect.stringContaining("--check cannot be combined with --elsewhere"),
  ])
  expect([none.status, none.stderr]).toEqual([2, expect.stringContaining("--elsewhere needs task ids.")])
})

test("where nobody waits for a landing, a worker is told what its tree does not have", async () => {
  const { home, remove } = await temporaryHome()
  const other = await startServerHere({ home, env: { UPNEXT_EDGES: "done" } })
  onTestFinished(() => other.stop().then(remove))
  const { first, second, work, worked, read } = await chain(other.url)
  expect(worked.stderr).not.toContain("has landed")
  const then = await work("test ! -e b.txt; echo c > c.txt")
  expect(then.status, then.stderr).toBe(0)
  const said = `${first} is done but has not landed, so the task's changes are not in the base.`
  expect(then.stderr).toContain(`${second}: ${said}`)
  expect((await read(second)).handoff).toMatchObject({ unlanded: [first] })
})

test("work that was sent back by its landing is not said to wait for one", async () => {
  const at = await landing(server.url)
  const own = ["--project", "back"]
  const first = await at.addTask(...own)
  await at.addTask("--blocked-by", first, ...own)
  const script = `echo theirs > a.txt; cd ${at.root} && echo ours > a.txt && git -c user.name=Bo -c user.email=bo@example.com commit -qam Meanwhile; echo done`
  const { said } = await at.runWorker(script, "--once", "--land", "--yes", ...own)
  expect(said).toContain(`${first} conflicts with main in a.txt; it counts as a failed attempt`)
  expect(said).not.toContain("until")
})
