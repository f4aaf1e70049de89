import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { upnext } from "./commands/upnext.ts"
import { receiver } from "./notify/support.ts"
import { temporaryDirectory } from "./storage/support.ts"
import { call, startServer } from "./support/server.ts"
import { until } from "./support/worker.ts"

interface Notice {
  readonly title: string
  readonly needs: readonly { task: string; why: string; detail: string; choices?: readonly string[] }[]
}

test("a question and a loop call two people, and each decides from what the notice says", async () => {
  const [mira, pat] = [await receiver(), await receiver()]
  const home = join(await temporaryDirectory(), "home")
  mkdirSync(home)
  const notify = [
    { url: `${mira.url}/mira`, format: "webhook", who: "mira" },
    { url: `${pat.url}/pat`, format: "webhook", who: "pat" },
  ]
  writeFileSync(join(home, "config.json"), JSON.stringify({ notify, policy: { quiet: "10s" } }))
  const server = await startServer({ home })
  onTestFinished(async () => {
    server.kill("SIGTERM")
    await server.exited
  })
  const run = (agent: string, ...args: string[]) =>
    upnext(args, { UPNEXT_URL: server.url, UPNEXT_AGENT: agent, UPNEXT_SESSION: agent }, "", home)
  const read = async (id: string) => (await call(server.url, "GET", `/tasks/${id}`)).body["task"]
  await run("mira", "add", "Loop", "--project", "loop")
  await run("mira", "add", "Ask", "--project", "ask")

  const looping = run(
    ...["looper", "work", "--project", "loop", "--once", "--lease", "6s"],
    ...["--", "sh", "-c", "n=0; while :; do n=$((n+1)); echo retry $n: no route; sleep 0.2; done"],
  )
  await run("asker", "next", "--claim", "--project", "ask")
  const asking = run(
    "asker",
    "ask",
    "T-2",
    "Which cache?",
    "--to",
    "mira",
    "--choice",
    "redis",
    "--wait",
    "1m",
  )

  const first = async ({ got }: typeof mira) => {
    await until(() => got.length > 0)
    return (JSON.parse(got[0]?.body ?? "") as { data: Notice }).data.needs[0]
  }
  const question = await first(mira)
  expect(question).toMatchObject({ task: "T-2", why: "question", detail: "Which cache?", choices: ["redis"] })
  await run("mira", "answer", question?.task ?? "", question?.choices?.[0] ?? "")
  expect(await asking).toMatchObject({ status: 0, stdout: "redis\n" })

  const loop = await first(pat)
  expect(loop).toMatchObject({ task: "T-1", why: "quiet" })
  expect(loop?.detail).toMatch(/^retry \d+: no route$/)
  const ended = await run("pat", "edit", loop?.task ?? "", "--status", "blocked", "--reason", "no route")
  expect(ended.status, ended.stderr).toBe(0)
  const { status, stderr } = await looping
  expect([status, stderr]).toEqual([1, expect.stringContaining("T-1")])
  expect(await read("T-1")).toMatchObject({ status: "blocked" })
}, 90_000)
