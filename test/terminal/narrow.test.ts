import { beforeAll, expect, test } from "vitest"
import { widthOf } from "../../src/terminal/width.ts"
import { hasScript, inTerminal } from "../support/in-terminal.ts"
import { serveApart } from "../commands/upnext.ts"

const served = await serveApart()

beforeAll(async () => {
  const later = ["Second", "Third", "Fourth"].map((title) => `add ${title} --not-before 2h`)
  const typed = ["add First", ...later, "claim T-1 --agent ann", "done T-1 --agent ann --lesson none"]
  for (const line of typed) expect((await served.upnext(line.split(" "))).status, line).toBe(0)
})

test.skipIf(!hasScript)(
  "in 60 columns a list keeps 20 columns of a title, and who has the task",
  async () => {
    const { upnext, server } = served
    const blockers = ["--blocked-by", "T-2", "--blocked-by", "T-3"]
    const added = await upnext([
      "add",
      "A rather long title about the export",
      "--tag",
      "w",
      "--assignee",
      "ann",
      ...blockers,
    ])
    expect(added.stderr).toBe("")
    const list = () => inTerminal(60, "node dist/cli.cjs list --tag w", { UPNEXT_URL: server.url })
    expect(list()[0]).toMatch(/^ID .*ASSIGNEE/)
    expect(list()[1]).toMatch(/ P2 {2}todo \(waits\) .* A rather long title abou/)
    await upnext(["edit", "T-5", "--assignee", "somebody-with-a-long-name"])
    expect(list()[1]).toMatch(/ P2 {2}todo \(waits\) {2}somebody-… {2}A rather long title abou…$/)
    expect(list()[2]).toBe("no room for TAGS, CHANGED")
  },
)

test.skipIf(!hasScript)("in 40 columns show wraps a long title and long facts", async () => {
  const { upnext, server } = served
  const tags = ["one", "two", "three", "four", "five", "six", "seven"].map((each) => `tag-${each}`)
  const title = "A title that is longer than a narrow terminal is wide"
  const [id = ""] = (await upnext(["add", title, "--tag", tags.join(","), "--format", "id"])).stdout.split(
    "\n",
  )
  const lines = inTerminal(40, `node dist/cli.cjs show ${id}`, { UPNEXT_URL: server.url })
  for (const each of lines) expect(widthOf(each), each).toBeLessThanOrEqual(40)
  expect(lines.join(" ").replace(/\s+/g, " ")).toContain(`${id} ${title}`)
  expect((await upnext(["show", id])).stdout).toContain(`${id}  ${title}\n`)
})

test.skipIf(!hasScript).each([40, 60, 80])(
  "of %i columns status, statistics and explanations break no word",
  (columns) => {
    const asked = ["status", "stats", "next --agent ann --explain"].map((each) => `node dist/cli.cjs ${each}`)
    const shown = inTerminal(columns, asked.join("; "), { UPNEXT_URL: served.server.url })
    // Rows of tables are shortened by rules of their own, and an address is made to be copied.
    const sentences = shown.filter((each) => !/T-\d|[A-Z]{4}|\/dashboard$/.test(each))
    expect(sentences.length).toBeGreaterThan(12)
    for (const each of sentences) expect(widthOf(each), each).toBeLessThanOrEqual(columns)
    const text = shown.join(" ").replace(/\s+/g, " ")
    expect(text).toMatch(/\d+ working · \d+ need you · \d+ stuck · \d+ ready/)
    expect(text).toMatch(/cycle time median \S+ · 75 % \S+ · 90 % \S+ · 95 % /)
  },
)

test.skipIf(!hasScript)(
  "a wide list has the columns that its tasks use, and a narrow one does not",
  async () => {
    const { upnext, server } = served
    const list = (columns: number, more = "") =>
      inTerminal(columns, `node dist/cli.cjs list${more}`, { UPNEXT_URL: server.url })
    await upnext(["add", "Pay", "--tag", "bill,home", "--project", "flat", "--due-at", "2100-01-02"])
    expect(list(120)[0]).toMatch(/ASSIGNEE +TITLE +PROJECT +TAGS +DUE +CHANGED/)
    expect(list(120).find((each) => each.includes("Pay"))).toMatch(/ Pay +flat +bill,home +in \d+w /)
    expect(list(120, " --tag w")[0]).toMatch(/TITLE +TAGS +CHANGED/)
    expect(list(80)[0]).not.toMatch(/TAGS/)
  },
)

test.skipIf(!hasScript)(
  "a narrow digest wraps, tells whole reasons, and keeps the columns that say something",
  async () => {
    const { upnext, server } = served
    const reason = "the pipeline ran out of memory while the export was being packed"
    await upnext(["add", "Pack the export", "--format", "id"])
    const claimed = await upnext(["claim", "--agent", "bo", "--format", "id"])
    await upnext(["release", claimed.stdout.trim(), "--failed", "--reason", reason, "--agent", "bo"])
    const shown = inTerminal(50, "node dist/cli.cjs digest", { UPNEXT_URL: server.url })
    for (const each of shown) expect(widthOf(each), each).toBeLessThanOrEqual(50)
    expect(shown.join(" ").replace(/\s+/g, " ")).toContain(`failed: ${reason}`)
    expect(shown.find((each) => each.startsWith("AGENT"))).toMatch(/ATTEMPTS +FAILED +TIME$/)
    expect((await upnext(["claim", "--agent", "bo"])).stderr).toBe("")
    const busy = inTerminal(46, "node dist/cli.cjs digest", { UPNEXT_URL: server.url })
    expect(busy.find((each) => each.startsWith("AGENT"))).toMatch(/FAILED +AT WORK ON$/)
    expect(busy).toContain("no room for TIME")
  },
)

test.skipIf(!hasScript)("a long status takes the room of the title before that of the assignee", async () => {
  const { upnext, server } = served
  const id = (
    await upnext(["add", "Another rather long title", "--tag", "v", "--format", "id"])
  ).stdout.trim()
  const who = "somebody-with-a-long-name"
  await upnext(["edit", id, "--reviewer", "ann"])
  for (const line of [`claim ${id}`, `done ${id} --lesson none`])
    expect((await upnext([...line.split(" "), "--agent", who])).stderr).not.toContain("error")
  await upnext(["review", id, "request_changes", "--comment", "no", "--agent", "ann"])
  await upnext(["claim", id, "--agent", who])
  const sentBack = inTerminal(56, "node dist/cli.cjs list --tag v", { UPNEXT_URL: server.url })
  expect(sentBack[1]).toMatch(/ doing \(changes\) {2}somebod… {2}Another rather long…/)
  expect(sentBack[2]).toBe("no room for TAGS, CHANGED")
})
