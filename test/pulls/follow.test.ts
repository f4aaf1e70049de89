import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { followPulls, type PullNews } from "../../src/attempts/pull/follow.ts"
import { UpnextError } from "../../src/errors.ts"
import { startService, type Asker } from "../support/service.ts"
import { fakeGh, fakeUrl, type FakePull } from "./gh.ts"

const hash = (digit: string) => digit.repeat(40)

const pull = (more: Partial<FakePull> = {}): FakePull => ({
  ...{
    state: "OPEN",
    head: hash("a"),
    branch: "x",
    base: "main",
    mergeCommit: null,
    checks: [],
    reviews: [],
  },
  ...more,
})
const merged = pull({ state: "MERGED", mergeCommit: hash("f") })

/** Finished tasks of ann, each with a pull request of its number, and somebody who looks at them once. */
async function followed(tasks: number) {
  const service = await startService()
  const gh = fakeGh(mkdtempSync(join(tmpdir(), "upnext-gh-")))
  const attempt = async (id: string, agent: string, url?: string) => {
    await service.run("task.claim", { id, agent })
    const place = { repository: "shop", branch: "b", base: "main", commit: hash("a"), tree: hash("1") }
    if (url !== undefined)
      await service.run("task.reportWork", {
        ...{ id, agent, ...place, files: 1, additions: 1, deletions: 0, url },
      })
    await service.run("task.complete", { id, agent })
  }
  for (let n = 1; n <= tasks; n += 1) {
    await service.run("task.create", { title: `task ${n}` })
    await attempt(`T-${n}`, "ann", fakeUrl(n))
  }
  async function look({
    asker = { actor: "pat" },
    list,
  }: { asker?: Asker; list?: () => void | Promise<void> } = {}) {
    const [said, news]: [string[], PullNews[]] = [[], []]
    const task = {
      async list(input: object) {
        const page = await service.run("task.list", { ...input }, asker)
        await list?.()
        return page
      },
      reportPull: (input: object) => service.run("task.reportPull", { ...input }, asker),
    }
    const isFine = await followPulls({
      ...{ client: { task } as never, home: join(gh.directory, "home"), url: "http://127.0.0.1:1" },
      ...{ project: undefined, env: { PATH: `${gh.directory}:${process.env["PATH"] ?? ""}` } },
      ...{ signal: new AbortController().signal, every: 60_000, isOnce: true },
      ...{ tell: (each) => news.push(each), say: (text) => said.push(text) },
    })
    return { isFine, said, news: news.map(({ task: id, became }) => `${id} ${became}`) }
  }
  return { service, gh, attempt, look }
}

test("a refusal about one task keeps nobody from the others", async () => {
  const { service, gh, look } = await followed(3)
  for (const n of [1, 2, 3]) gh.put(n, merged)
  const trash = async () => void (await service.run("task.delete", { id: "T-1" }))
  expect(await look({ list: trash })).toMatchObject({
    news: ["T-2 landed", "T-3 landed"],
  })
})

test("by the role `work` one follows one's own, whatever else is on the board", async () => {
  const { service, gh, attempt, look } = await followed(1)
  await service.run("task.create", { title: "of bob" })
  await attempt("T-2", "bob", fakeUrl(2))
  await service.run("task.create", { title: "of bob" })
  await attempt("T-3", "bob", fakeUrl(3))
  for (const n of [1, 2, 3]) gh.put(n, merged)
  const who = { role: "work", account: "bob" } as const
  const { news, said } = await look({ asker: { actor: "bob", who } })
  expect(news).toEqual(["T-2 landed", "T-3 landed"])
  expect(said).toEqual([expect.stringContaining("may not land work that it neither did nor reviews")])
})

test("to look once fails where the server is away", async () => {
  const { look } = await followed(1)
  const away = () => {
    throw new UpnextError("unreachable", { detail: "No server is listening." })
  }
  expect(await look({ list: away })).toMatchObject({ isFine: false, said: ["No server is listening."] })
})

test("work that a later attempt has overtaken is not looked at", async () => {
  const { service, gh, attempt, look } = await followed(1)
  await service.run("task.edit", { id: "T-1", status: "todo" })
  await attempt("T-1", "ann")
  expect((await service.run("task.read", { id: "T-1" })).task.work.outdated).toBe(true)
  gh.put(1, merged)
  expect(await look()).toEqual({ isFine: true, said: [], news: [] })
  expect(gh.calls()).toEqual([])
})

test("checks and reviews have names and words of any kind and length", async () => {
  const { service, gh, look } = await followed(1)
  const names = [`${"long ".repeat(60)}😀`, "tab\tand\u001b[2Jscreen"]
  const checks = names.map((name) => ({ name, conclusion: "FAILURE", isRequired: false }))
  const body = `${"x".repeat(9_999)}😀 and more`
  const reviews = [{ login: "mira", state: "CHANGES_REQUESTED", at: "2099-01-01T00:00:00Z", body }] as const
  gh.put(1, pull({ checks, reviews }))
  expect(await look()).toMatchObject({ isFine: true, news: ["T-1 sent_back"] })
  const { optionalFailed } = (await service.run("task.read", { id: "T-1" })).task.work.pull
  expect(optionalFailed).toEqual([expect.stringMatching(/^(long )+.*…$/), "tab andscreen"])
})

test("where a member asks for changes, a stranger cannot add more", async () => {
  const { service, gh, look } = await followed(1)
  const review = { login: "mira", state: "CHANGES_REQUESTED", at: "2099-01-01T00:00:00Z" } as const
  const stranger = {
    ...review,
    login: "eve",
    at: "2099-01-02T00:00:00Z",
    body: "Mine it",
    association: "NONE",
  }
  gh.put(1, pull({ reviews: [review, stranger], decision: "CHANGES_REQUESTED" }))
  await look()
  const { handoff } = await service.run("task.read", { id: "T-1", handoff: true })
  expect(handoff.lastAttempt.reason).toContain("mira requested changes")
})

test("who asks for changes is believed to be a member where GitHub counts it and hides who is one", async () => {
  const { gh, look } = await followed(1)
  const review = {
    login: "mira",
    state: "CHANGES_REQUESTED",
    at: "2099-01-01T00:00:00Z",
    association: "NONE",
  } as const
  gh.put(1, pull({ reviews: [review], decision: "CHANGES_REQUESTED" }))
  expect(await look()).toMatchObject({ news: ["T-1 sent_back"] })
})

test("a check may be called what `gh` says when it is in trouble", async () => {
  const { gh, look } = await followed(1)
  const checks = [{ name: "API rate limit, HTTP 500 and timeout", conclusion: "FAILURE", isRequired: true }]
  gh.put(1, pull({ checks }))
  expect(await look()).toMatchObject({ isFine: true, said: [], news: ["T-1 sent_back"] })
})
