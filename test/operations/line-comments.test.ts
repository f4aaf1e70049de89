import { describe, expect, test } from "vitest"
import { given, type Service, type Step } from "../support/service.ts"

type Said = Exclude<Step, number>
const finished: Said[] = [
  ["task.create", { title: "x", reviewer: "mira" }],
  ["task.claim", { id: "T-1", agent: "bo" }],
  ["task.complete", { id: "T-1", agent: "bo" }],
]
const onLine = (author: string, place: string, content: string = place): Said => {
  const [file = "", line] = place.split(":")
  return ["task.comment", { id: "T-1", author, content, place: { file, line: Number(line) } }]
}
const decide = (decision: string, comment?: string): Said => [
  "task.review",
  { id: "T-1", reviewer: "mira", decision, comment },
]
const sendBack = decide("request_changes")
const finish: Said = ["task.complete", { id: "T-1", agent: "bo" }]

const handoffOf = async (service: Service, agent = "bo") =>
  (await service.run("task.claim", { id: "T-1", agent })).handoff
const placesIn = (handoff: { review: { lines?: { place: { file: string; line: number } }[] } }) =>
  handoff.review.lines?.map(({ place: { file, line } }) => `${file}:${line}`)

describe("a request for changes gathers the comments on lines", () => {
  test("by file and line, with whose words they are, and without a word of its own", async () => {
    const service = await given(
      ...finished,
      onLine("mira", "b.ts:3"),
      onLine("pat", "a.ts:12", "May be empty."),
      onLine("mira", "a.ts:7"),
    )
    const { review } = await service.run(...sendBack)
    expect(review).toMatchObject({ comment: null, lines: ["C-3", "C-2", "C-1"] })
    const handoff = await handoffOf(service)
    expect(placesIn(handoff)).toEqual(["a.ts:7", "a.ts:12", "b.ts:3"])
    expect(handoff.review.lines[1]).toMatchObject({
      ...{ id: "C-2", author: "pat", content: "May be empty." },
      place: { file: "a.ts", line: 12, side: "new", commit: null },
    })
    expect(handoff).toMatchObject({ comments: [], omitted: 0 })
  })

  test("an approval gathers none, and a comment without a line stays a comment", async () => {
    const plain: Said = ["task.comment", { id: "T-1", author: "pat", content: "hm" }]
    const service = await given(...finished, plain, onLine("mira", "a.ts:1"))
    expect((await service.run(...decide("approve"))).review).not.toHaveProperty("lines")
    const other = await given(...finished, plain, onLine("mira", "a.ts:1"), sendBack)
    const handoff = await handoffOf(other)
    expect(handoff.comments).toMatchObject([{ content: "hm" }])
    expect(placesIn(handoff)).toEqual(["a.ts:1"])
  })

  test("not the remarks of the one who did the work, which stay comments", async () => {
    const service = await given(...finished, onLine("BO", "a.ts:1", "as agreed"), sendBack)
    const handoff = await handoffOf(service, "bo")
    expect(handoff.review).not.toHaveProperty("lines")
    const read = await service.run("task.read", { id: "T-1", handoff: "1" })
    expect(read.handoff.comments).toMatchObject([{ content: "as agreed", place: { file: "a.ts", line: 1 } }])
  })

  test("only those since the work was finished, so that none comes twice", async () => {
    const service = await given(...finished, onLine("mira", "a.ts:1"), sendBack)
    await handoffOf(service)
    await service.run(...onLine("mira", "a.ts:2"))
    const openLines = async () => (await service.run("task.read", { id: "T-1", handoff: "1" })).openLines
    expect(await openLines(), "it is not in review").toBeUndefined()
    await service.run(...finish)
    expect(await openLines()).toBe(0)
    await service.run(...onLine("mira", "a.ts:3"))
    expect(await openLines()).toBe(1)
    expect((await service.run(...sendBack)).review.lines).toEqual(["C-3"])
    await service.run(...finish)
    expect((await service.run(...sendBack)).review).not.toHaveProperty("lines")
  })

  test("again where the request was taken back", async () => {
    const service = await given(...finished, onLine("mira", "a.ts:1"))
    await service.run(...sendBack)
    await service.run("command.undo", {}, { actor: "mira" })
    await service.run(...onLine("mira", "a.ts:2"))
    expect((await service.run(...sendBack)).review.lines).toEqual(["C-1", "C-2"])
  })

  test("at most 200 of them; of the hand-over at most 12,000 characters, and the rest is counted", async () => {
    const service = await given(...finished)
    for (let i = 1; i <= 203; i++) await service.run(...onLine("mira", `a.ts:${i}`, "x".repeat(80)))
    expect((await service.run(...sendBack)).review.lines).toHaveLength(200)
    const { review, omitted } = await handoffOf(service)
    const shown = review.lines.length as number
    expect(shown).toBeGreaterThan(130)
    expect(review.linesOmitted).toBe(200 - shown)
    expect(review.lines.at(-1)).toMatchObject({ cut: true, content: expect.stringMatching(/^x*…$/) })
    expect(omitted).toBe(0)
  })

  test("they are in the notice of who is to make them", async () => {
    const service = await given(...finished, onLine("mira", "a.ts:12", "May be empty."), sendBack)
    const { inbox } = await service.run("inbox.list", { name: "bo" })
    const notice = inbox.find(({ kind }: { kind: string }) => kind === "changes_requested")
    expect(notice).toMatchObject({ text: "a.ts:12: May be empty." })
  })

  test("which a read by nobody does not count as left out, whoever wrote them", async () => {
    const service = await given(
      ...finished,
      onLine("anonymous", "a.ts:1"),
      onLine("mira", "a.ts:2"),
      sendBack,
    )
    const { handoff } = await service.run("task.read", { id: "T-1", handoff: "1" })
    expect(handoff).toMatchObject({ comments: [], omitted: 0 })
  })

  test("they survive a restart", async () => {
    const service = await given(...finished, onLine("mira", "a.ts:1"), sendBack)
    await service.restart()
    expect(placesIn(await handoffOf(service))).toEqual(["a.ts:1"])
  })
})
