import { describe, expect, test } from "vitest"
import { readLimits } from "../../src/interchange/bytes/limits.ts"
import { recognise } from "../../src/interchange/recognise.ts"
import { given, readGiven } from "../support/given-files.ts"

/** Files of strangers, made to harm who reads them. Each is refused or harmless, and the good task beside it comes in. */

const good = `${JSON.stringify({ id: "bd-good", title: "Good", status: "open", priority: 1 })}\n`
const readBeside = (line: string) => readGiven([given("issues.jsonl", good + line)])

/** What a reading may cost beside its files, in bytes. */
function costOf(work: () => void): number {
  globalThis.gc?.()
  const before = process.memoryUsage()
  work()
  const after = process.memoryUsage()
  return after.heapUsed + after.external - before.heapUsed - before.external
}

describe("JSON", () => {
  test.each([
    ["lists", "[".repeat(1_000_000)],
    ["objects", '{"a":'.repeat(1_000_000)],
    ["closed lists", `{"id":"x","a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`],
  ])("nested %s are named and skipped before they are parsed", (_, line) => {
    const { items, said } = readBeside(line)
    expect(items.map(({ title }) => title)).toEqual(["Good"])
    expect(said.join()).toContain("1 line skipped: is nested more than 60 levels deep")
  })

  test("a line that is too long is skipped, the next one is not", () => {
    const { items, said } = readGiven([
      given(
        "a.jsonl",
        `${good}{"id":"${"x".repeat(readLimits.lineBytes)}"}\n${good.replace("good", "more")}`,
      ),
    ])
    expect(items.map(({ source }) => source)).toEqual(["beads:bd-good", "beads:bd-more"])
    expect(said).toContain("skipped: 1 line skipped: is longer than 8 MiB")
  })

  test.each(["__proto__", "constructor", "prototype"])(
    "the key %s changes no object, at any depth",
    (key) => {
      const line = `{"id":"x","title":"X","status":"open","priority":1,"${key}":{"isAdmin":true},"deep":{"${key}":{"isAdmin":true},"kept":1}}`
      const { item, said } = readBeside(line)
      expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined()
      expect(item("x")?.metadata).toEqual({ imported: { deep: { kept: 1 } } })
      expect(said.join()).toContain(`2 values of "${key}" left out`)
    },
  )

  test("ids and titles that hold control characters, or would be a path, are texts or named", () => {
    const line = JSON.stringify({
      id: "../../etc/passwd",
      title: "\u001b[2Jboo\u0000\u202e",
      status: "open",
      priority: 1,
    })
    const { item } = readBeside(line)
    expect(item("../../etc/passwd")?.title).toBe("[2Jboo \u202e")
    const { items, said } = readBeside(
      JSON.stringify({ id: "a\nb", title: "X", status: "open", priority: 1 }),
    )
    expect(items).toHaveLength(1)
    expect(said).toContain("skipped: 1 task skipped: its id is empty, too long, or longer than one line")
  })
})

describe("YAML", () => {
  const folder = (front: string) => [
    given("backlog/tasks/task-1.md", "---\nid: task-1\ntitle: Good\n---\n"),
    given("backlog/tasks/task-2.md", `---\nid: task-2\ntitle: Bad\n${front}\n---\n`),
  ]

  test("a bomb of aliases costs no memory", () => {
    const bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    for (let i = 1; i < 12; i++)
      bomb.push(`a${i}: &a${i} [${Array.from({ length: 9 }, () => `*a${i > 1 ? i - 1 : ""}`).join(", ")}]`)
    const cost = costOf(() => {
      expect(readGiven(folder(bomb.join("\n"))).item("task-1")?.title).toBe("Good")
    })
    expect(cost).toBeLessThan(32 * 1024 * 1024)
  })

  test.each([
    "---js\n{ id: globalThis.harmed = true }\n---\n",
    "---json\n{}\n---\n",
    "---coffee\nid: 1\n---\n",
  ])("front matter of another language is none: %j", (text) => {
    const { items } = readGiven([...folder("").slice(0, 1), given("backlog/tasks/task-3.md", text)])
    expect(items).toHaveLength(1)
    expect("harmed" in globalThis).toBe(false)
  })

  test("a configuration that is a bomb changes nothing", () => {
    const config = given("backlog/config.yml", `statuses: ${"[".repeat(100_000)}`)
    expect(readGiven([config, ...folder("")]).items).toHaveLength(2)
  })
})

describe("CSV", () => {
  test("more columns than anybody has are refused, and no row is kept", () => {
    const { items, said } = readGiven(
      [given("a.csv", `id,title${",x".repeat(1_000_000)}\n1,One\n`)],
      undefined,
      "csv",
    )
    expect(items).toEqual([])
    expect(said.join()).toContain("more than 2000 columns")
  })

  test("a quote that is never closed swallows no more than its file, and is no task of megabytes", () => {
    const { items } = readGiven([given("a.csv", `id,title,description\n1,One,"${"x\n".repeat(500_000)}`)])
    expect(JSON.stringify(items).length).toBeLessThan(600_000)
  })

  test("a line that is too long is refused before it is text", () => {
    const { items, said } = readGiven(
      [given("a.csv", `id,title\n1,${"x".repeat(readLimits.lineBytes)}\n`)],
      undefined,
      "csv",
    )
    expect(items).toEqual([])
    expect(said).toContain("skipped: 1 file skipped: a line is longer than 8 MiB")
  })

  test("hundreds of thousands of separators are no rows", () => {
    expect(readGiven([given("a.csv", `id,title\n${",\n".repeat(300_000)}1,One\n`)]).items).toHaveLength(1)
  })
})

describe("what is no file of any tool", () => {
  test.each([
    ["nothing", new Uint8Array()],
    ["zeros", new Uint8Array(1_000_000)],
    [
      "a picture",
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...new Uint8Array(1000).fill(200)]),
    ],
    ["one line of 64 MiB", new Uint8Array(64 * 1024 * 1024).fill(0x78)],
    ["an opening bracket and 64 MiB", new Uint8Array(64 * 1024 * 1024).fill(0x5b)],
  ])("%s is of no kind, and to see that costs little", (_, bytes) => {
    const cost = costOf(() => {
      expect(recognise([{ path: "a.json", bytes }])).toBeUndefined()
    })
    expect(cost).toBeLessThan(160 * 1024 * 1024)
  })
})
