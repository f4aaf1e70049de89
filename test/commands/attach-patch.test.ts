import { expect, onTestFinished, test } from "vitest"
import { createClient } from "../../src/client/client.ts"
import { reportWork } from "../../src/attempts/report/report.ts"
import { findRepository } from "../../src/repository/repository.ts"
import { leaveTree } from "../../src/repository/leave.ts"
import { realRepository, gitEnv, type RealRepository } from "../repository/real-git.ts"
import { call, startServerHere, temporaryHome } from "../support/server.ts"

/** A task that otto has, and its attempt in a branch of a repository. */
async function attempt(env: NodeJS.ProcessEnv = {}) {
  const { home, remove } = await temporaryHome()
  onTestFinished(remove)
  const server = await startServerHere({ home, env })
  onTestFinished(() => server.stop())
  await call(server.url, "POST", "/tasks", { title: "Change it" })
  const { body } = await call(server.url, "POST", "/tasks/T-1/claim", { agent: "otto" })
  const repository = realRepository()
  const base = repository.git("rev-parse", "HEAD").trim()
  repository.git("checkout", "--quiet", "-b", "upnext/T-1.1-change-it")
  const { epoch } = body["lease"] as { epoch: number }
  const client = createClient({ url: server.url, actor: "otto" })
  const files = async () => (await client.attachment.list({ id: "T-1" })).attachments
  return { server, client, files, repository, report: () => report(repository, client, { base, epoch }) }
}

async function report(
  { root }: RealRepository,
  client: ReturnType<typeof createClient>,
  { base, epoch }: { base: string; epoch: number },
) {
  const record = {
    ...{ branch: "upnext/T-1.1-change-it", task: 1, epoch, createdAt: "", base: "main", start: base },
    ...{ path: root, agent: "otto", session: null, isSetUp: true },
  }
  await reportWork(client, "T-1", await leaveTree(record, { repository: await findRepository(root, gitEnv) }))
}

test("with the work of an attempt goes its patch, what was left uncommitted included: one for each attempt", async () => {
  const { client, files, repository, report } = await attempt()
  await report()
  expect(await files()).toEqual([])
  repository.write("a.txt", "b\n")
  await report()
  const [first] = await files()
  expect(first).toMatchObject({ name: "T-1.1.patch", by: "otto", type: "text/plain" })
  const { bytes } = await client.attachment.read({ id: "T-1", attachment: first?.id ?? "" })
  expect(Buffer.from(bytes).toString()).toContain("-a\n+b\n")
  await report()
  expect(await files()).toEqual([first])
  repository.write("a.txt", "c\n")
  await report()
  const again = await files()
  expect(again.map(({ name }) => name)).toEqual(["T-1.1.patch"])
  expect(again[0]?.id).not.toBe(first?.id)
  const { task } = await client.task.read({ id: "T-1" })
  expect(task.work?.patch).toEqual({ id: again[0]?.id, sha256: again[0]?.sha256 })
})

test("a store that takes no more keeps nobody from reporting the work", async () => {
  const { client, files, repository, report } = await attempt({ UPNEXT_ATTACHMENTS_MAX_BYTES: "10" })
  repository.write("a.txt", "b\n")
  const said: string[] = []
  const write = process.stderr.write.bind(process.stderr)
  process.stderr.write = (text) => said.push(String(text)) > 0
  try {
    await report()
  } finally {
    process.stderr.write = write
  }
  expect(said.join("")).toMatch(/^T-1: its patch \(\d+ B\) is not attached: /)
  expect(await files()).toEqual([])
  const { task } = await client.task.read({ id: "T-1" })
  expect(task.work).toMatchObject({ branch: "upnext/T-1.1-change-it", files: 1, additions: 1, deletions: 1 })
})
