import { expect, test } from "vitest"
import { expectRefused, given, problemsOf } from "../support/service.ts"

test("a comment is kept exactly, with its author and its time", async () => {
  const content = "  # Head\r\n\n<b>&amp;</b> \u202eé\u0301 🙂 @ann\t"
  const service = await given(["task.create", { title: "x" }], 1_000)
  const { comment } = await service.run("task.comment", { id: "t-1", author: "bob", content })
  expect(comment).toEqual({
    ...{ id: "C-1", taskId: "T-1", author: "bob", content },
    createdAt: new Date(service.now()).toISOString(),
  })
  await service.restart()
  expect((await service.run("task.comments", { id: "T-1" })).comments).toEqual([comment])
})

test("a comment is by the named author, else by the actor, else by anonymous, in the spelling first seen", async () => {
  const service = await given(["task.create", { title: "x", assignee: "Ann" }])
  const said = async (input: object, asker = {}) =>
    (await service.run("task.comment", { id: "T-1", content: "x", ...input }, asker)).comment.author as string
  expect(await said({ author: "ANN" })).toBe("Ann")
  expect(await said({}, { actor: "aNN" })).toBe("Ann")
  expect(await said({})).toBe("anonymous")
})

test.each([
  ["one byte", "x", []],
  ["64 KiB", "é".repeat(32_768), []],
  ["nothing", "", ["content"]],
  ["more than 64 KiB", "é".repeat(32_768) + "x", ["content"]],
  ["NUL", "a\0b", ["content"]],
  ["a lone surrogate", "\udc00", ["content"]],
  ["a number", 7, ["content"]],
])("of contents, %s: its problems are named", (_, content, paths) => {
  expect(problemsOf("task.comment", { id: "T-1", content })).toEqual(paths)
})

test("comments are listed oldest first, in pages without gap or repeat, and counted in the task", async () => {
  const service = await given(["task.create", { title: "x" }], ["task.create", { title: "y" }])
  for (let i = 0; i < 7; i++)
    await service.run("task.comment", { id: i % 3 === 2 ? "T-2" : "T-1", content: `${i}` })
  const contents: string[] = []
  let cursor: string | undefined
  do {
    const page = await service.run("task.comments", {
      id: "T-1",
      limit: "2",
      ...(cursor !== undefined && { cursor }),
    })
    expect(page.total).toBe(5)
    contents.push(...page.comments.map(({ content }: { content: string }) => content))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  expect(contents).toEqual(["0", "1", "3", "4", "6"])
  expect((await service.run("task.read", { id: "T-1" })).task.commentCount).toBe(5)
})

test("a task in any status can be commented on", async () => {
  const service = await given(["task.create", { title: "x" }], ["task.edit", { id: "T-1", status: "done" }])
  await service.run("task.comment", { id: "T-1", content: "later" })
  expect((await service.run("task.read", { id: "T-1" })).task).toMatchObject({ commentCount: 1, version: 2 })
})

test("a comment on a task that never was is refused", async () => {
  const service = await given()
  await expectRefused(service, ["task.comment", { id: "T-1", content: "x" }], "task_not_found")
})

test("a comment may be about a line of the change, which it keeps", async () => {
  const service = await given(["task.create", { title: "x" }])
  const said = async (place: unknown) =>
    (await service.run("task.comment", { id: "T-1", content: "x", place })).comment.place
  expect(await said({ file: "src/a b.ts", line: 12 })).toEqual({
    ...{ file: "src/a b.ts", line: 12 },
    ...{ side: "new", commit: null },
  })
  const old = { file: "a.ts", line: 1, side: "old", commit: "a1b2c3d" }
  expect(await said(old)).toEqual(old)
  expect(await said(null)).toBeUndefined()
  await service.restart()
  const { comments } = await service.run("task.comments", { id: "T-1" })
  expect(comments.map(({ place }: { place?: { file: string } }) => place?.file)).toEqual([
    "src/a b.ts",
    "a.ts",
    undefined,
  ])
})

test.each([
  ["no file", { line: 1 }, ["place.file"]],
  ["an empty file", { file: "", line: 1 }, ["place.file"]],
  ["a file with a line break", { file: "a\nb", line: 1 }, ["place.file"]],
  ["line 0", { file: "a", line: 0 }, ["place.line"]],
  ["a line as text", { file: "a", line: "1" }, ["place.line"]],
  ["another side", { file: "a", line: 1, side: "left" }, ["place.side"]],
  ["a commit by name", { file: "a", line: 1, commit: "--upload-pack=x" }, ["place.commit"]],
  ["a field that is not known", { file: "a", line: 1, column: 2 }, ["place"]],
])("of a place with %s, its problems are named", (_, place, paths) => {
  expect(problemsOf("task.comment", { id: "T-1", content: "x", place })).toEqual(paths)
})
