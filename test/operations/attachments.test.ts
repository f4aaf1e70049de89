import { expect, test } from "vitest"
import { namedFiles } from "../../src/domain/read-models/named-files.ts"
import { mostFileBytes } from "../../src/domain/rules/attachments.ts"
import { fileOf } from "../support/files.ts"
import { expectRefused, given, problemsOf } from "../support/service.ts"

const shot = fileOf("shot.png", "a picture", "image/png")
const log = fileOf("build.log", "it works")

async function withTask() {
  const service = await given(["task.create", { title: "one" }], ["task.create", { title: "two" }])
  const add = (file: object = shot, id = "T-1", actor = "ann") =>
    service.run("attachment.add", { id, file }, { actor })
  const list = async (input: object = {}, id = "T-1") =>
    (await service.run("attachment.list", { id, ...input })).attachments as {
      id: string
      name: string
      by: string
      createdAt: string
    }[]
  return { service, add, list }
}

test("a file is listed with its task, and the task shows how many it has", async () => {
  const { service, add, list } = await withTask()
  expect((await service.run("task.read", { id: "T-1" })).task).not.toHaveProperty("attachmentCount")
  const { attachment } = await add()
  expect(attachment).toEqual({
    ...{ id: "A-1", taskId: "T-1", ...shot, by: "ann", createdAt: "2030-01-01T00:00:00.000Z" },
  })
  await add(log)
  await add(log, "T-2")
  expect(await list()).toMatchObject([
    { id: "A-1", name: "shot.png" },
    { id: "A-2", name: "build.log" },
  ])
  const { task } = await service.run("task.read", { id: "T-1" })
  expect(task).toMatchObject({ attachmentCount: 2, version: 1 })
  expect(await service.run("attachment.list", { id: "T-1", limit: 1 })).toMatchObject({
    attachments: [{ id: "A-1" }],
    next: "A-1",
    total: 2,
  })
  expect(await list({ cursor: "A-1" })).toMatchObject([{ name: "build.log" }])
})

test("a file is found under its own task only", async () => {
  const { service, add } = await withTask()
  await add()
  expect((await service.run("attachment.read", { id: "t-1", attachment: "a-1" })).attachment.name).toBe(
    "shot.png",
  )
  for (const wanted of [
    { id: "T-2", attachment: "A-1" },
    { id: "T-1", attachment: "A-2" },
  ]) {
    await expectRefused(service, ["attachment.read", wanted], "attachment_not_found")
    await expectRefused(service, ["attachment.remove", wanted], "attachment_not_found")
  }
})

test("history tells of a file that was attached and one that was removed, and changes no field", async () => {
  const { service, add } = await withTask()
  await add()
  await service.run("attachment.remove", { id: "T-1", attachment: "A-1" }, { actor: "bob" })
  const { history: entries } = await service.run("task.history", { id: "T-1" })
  expect(entries.slice(0, 2)).toMatchObject([
    { type: "attachment.removed", actor: "bob", attachment: "A-1", detail: "shot.png", changes: [] },
    { type: "attachment.added", actor: "ann", attachment: "A-1", detail: "shot.png", changes: [] },
  ])
})

test("an undo takes a file away again, a redo brings it back, and so does the undo of its removal", async () => {
  const { service, add, list } = await withTask()
  const { attachment: added } = await add()
  await service.pass(60_000)
  const by = { actor: "ann" }
  await service.run("command.undo", {}, by)
  expect(await list()).toEqual([])
  await service.run("command.redo", {}, by)
  expect(await list()).toEqual([added])
  await service.run("attachment.remove", { id: "T-1", attachment: "A-1" }, { actor: "bob" })
  expect(await list()).toEqual([])
  await service.run("command.undo", {}, { actor: "bob" })
  expect(await list()).toEqual([added])
  expect((await add(log)).attachment.id).toBe("A-2")
})

test("the bytes of a removed file are named as long as an undo can bring it back", async () => {
  const { service, add } = await withTask()
  await add()
  await add(log, "T-2")
  await service.run("attachment.remove", { id: "T-1", attachment: "A-1" }, { actor: "ann" })
  expect([...namedFiles(service.board)].sort()).toEqual([shot.sha256, log.sha256].sort())
  await service.pass(24 * 3_600_000)
  await service.run("task.comment", { id: "T-1", author: "ann", content: "a day later" })
  expect([...namedFiles(service.board)]).toEqual([log.sha256])
})

test("a file goes to the trash with its task, comes back with it, and is gone when the trash is emptied", async () => {
  const { service, add, list } = await withTask()
  await add()
  await service.run("task.delete", { id: "T-1" })
  await expectRefused(service, ["attachment.read", { id: "T-1", attachment: "A-1" }], "task_deleted")
  await expectRefused(service, ["attachment.add", { id: "T-1", file: log }], "task_deleted")
  expect([...namedFiles(service.board)]).toEqual([shot.sha256])
  await service.run("task.restore", { id: "T-1" })
  expect(await list()).toMatchObject([{ id: "A-1" }])
  await service.run("task.delete", { id: "T-1" })
  await service.pass(30 * 24 * 3_600_000)
  expect([...namedFiles(service.board)]).toEqual([])
  expect(service.board.attachments.bytes).toBe(0)
})

test("a list of the past shows the files of that moment", async () => {
  const { service, add, list } = await withTask()
  await add()
  const { seq } = service.engine
  await add(log)
  await service.run("attachment.remove", { id: "T-1", attachment: "A-1" })
  expect(await list({ at: String(seq) })).toMatchObject([{ name: "shot.png" }])
  const { task } = await service.run("task.read", { id: "T-1", at: String(seq) })
  expect(task.attachmentCount).toBe(1)
})

test("the files of a board have 1 GiB together, those in the trash included", async () => {
  const { service, add } = await withTask()
  const one = (id: string, size: number) => ["attachment.add", { id, file: { ...log, size } }] as const
  await add({ ...shot, size: mostFileBytes - 8 })
  await add(log)
  await expectRefused(service, one("T-1", 1), "attachments_full")
  await service.run("attachment.remove", { id: "T-1", attachment: "A-2" }, { actor: "ann" })
  await add({ ...log, size: 1 }, "T-2", "bob")
  await expectRefused(service, ["command.undo", {}, { actor: "ann" }], "undo_blocked")
  await service.run("task.delete", { id: "T-1" })
  await expectRefused(service, one("T-2", 8), "attachments_full")
})

test("a file attached by the holder renews the lease, and one by somebody else does not", async () => {
  const { service, add } = await withTask()
  const { lease } = await service.run("task.claim", { id: "T-1", agent: "ann", lease: "10m" })
  const end = async () => (await service.run("task.read", { id: "T-1" })).task.lease.expiresAt as string
  await service.pass(60_000)
  await add(shot, "T-1", "bob")
  expect(await end()).toBe(lease.expiresAt)
  await add()
  expect(Date.parse(await end())).toBe(Date.parse(lease.expiresAt) + 60_000)
})

test.each([
  ["nothing", ""],
  ["spaces", "  "],
  ["the folder above", ".."],
  ["a path", "../../etc/passwd"],
  ["a path of Windows", "..\\boot.ini"],
  ["a line break", "a\nb.png"],
  ["NUL", "a\0.png"],
  ["a turn of direction", "a\u202egnp.exe"],
  ["half a character", "a\ud800.png"],
  ["10,000 characters", "x".repeat(10_000)],
])("a name that holds %s is refused", (_, name) => {
  expect(problemsOf("attachment.add", { id: "T-1", file: { ...shot, name } })).toContain("file.name")
})

test.each([["con"], ["aux.png"], ["…"], ["~"], ["-rf"], ["a b.png"], ["日本語.txt"], ["'\"`$(id)`.png"]])(
  "the name %s is kept as it is, since no name is ever a path",
  async (name) => {
    const { add, list } = await withTask()
    await add({ ...shot, name })
    expect(await list()).toMatchObject([{ name }])
  },
)
