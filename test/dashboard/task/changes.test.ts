import type { Locator, Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { expectAccessible } from "../axe.ts"
import { card, fitsWidth, inColumn, openScreen, panel, startAgain, type Screen } from "../fixture.ts"

const commit = "b".repeat(40)
const work = {
  ...{ repository: "shop", branch: "upnext/T-1.1-look", base: "main", tree: "d".repeat(40), commit },
  ...{ files: 2, additions: 3, deletions: 2, host: "mill", path: "/home/otto/shop.trees/T-1.1" },
}
const head = `# ${"a".repeat(40)}..${commit}\n`
const small = `${head}
diff --git a/package.json b/package.json
--- a/package.json
+++ b/package.json
@@ -4,3 +4,3 @@
   "scripts": {
-    "test": "vitest run"
+    "test": "vitest run --bail 1"
   }
diff --git a/src/old name.ts b/src/new name.ts
similarity index 90%
rename from src/old name.ts
rename to src/new name.ts
--- a/src/old name.ts
+++ b/src/new name.ts
@@ -1,3 +1,4 @@
 const a = 1
-const total = sum(prices, tax)
+const total = sum(prices, tax, discount)
+// \u202ehidden\u3164
 export { total }
`

/** The change of a file: so many lines of it replaced. */
function fileOf(name: string, lines: number): string {
  const rows = Array.from(
    { length: lines / 2 },
    (_, i) => `-const value${i} = read(${i})\n+const value${i} = await read(${i})`,
  )
  return `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1,${lines / 2} +1,${lines / 2} @@\n${rows.join("\n")}\n`
}

async function withPatch({ add, send, server }: Screen, patch: string) {
  await add({
    ...{ title: "Look at it", reviewer: "ada", done_criteria: ["It works"], assignee: "otto" },
    ...{ checks: ["test"], resources: ["src/shop"] },
  })
  await send("POST", "/tasks/T-1/claim", { agent: "otto" })
  await finish({ send, server }, patch)
  await attach(server.url, "eve", fileOf("forged.ts", 2))
}

/** Attaches a file under the name of a patch. Gives what a report names of it. */
async function attach(url: string, actor: string, body: string) {
  const answer = await fetch(`${url}/tasks/T-1/attachments`, {
    method: "POST",
    headers: { "content-disposition": 'attachment; filename="T-1.1.patch"', "upnext-actor": actor },
    body,
  })
  const { attachment } = (await answer.json()) as { attachment: { id: string; sha256: string } }
  return { id: attachment.id, sha256: attachment.sha256 }
}

async function report({ send, server }: Pick<Screen, "send" | "server">, body: string) {
  const patch = await attach(server.url, "otto", body)
  await send("POST", "/tasks/T-1/work", { agent: "otto", ...work, patch })
}

async function finish({ send, server }: Pick<Screen, "send" | "server">, patch: string) {
  await report({ send, server }, patch)
  await send("POST", "/tasks/T-1/complete", { agent: "otto", reflection: "Ask first." })
}

const open = (patch: string, rest = {}) =>
  openScreen({ given: (screen) => withPatch(screen, patch), path: "/dashboard/tasks/T-1", ...rest })
const changes = (page: Page) => panel(page).getByRole("region", { name: "Changes" })
/** Goes on with Tab until this has the focus. */
async function tabTo(page: Page, name: string) {
  for (let i = 0; i < 60; i++) {
    if ((await focused(page)).startsWith(name)) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`Tab does not lead to ${name}.`)
}
const focused = (page: Page) =>
  page.evaluate<string>(
    "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
  )

describe("the panel shows what an attempt changed", () => {
  test("what was approved before a conflict is marked and folded, and the rest is open", async () => {
    const { page, send, server } = await open(small)
    await send("POST", "/tasks/T-1/review", { reviewer: "ada", decision: "approve" })
    const said = { epoch: 1, commit, base: "main", result: "conflict" }
    await send("POST", "/tasks/T-1/land", { agent: "ada", ...said })
    const section = changes(page)
    await section.getByText("as approved").nth(1).waitFor()
    await send("POST", "/tasks/T-1/retry", {})
    await send("POST", "/tasks/T-1/claim", { agent: "otto" })
    await finish({ send, server }, small.replace("--bail 1", "--bail 2"))
    const filesThat = (are: { expanded: boolean }) => section.getByRole("button", are).allInnerTexts()
    await expect.poll(() => filesThat({ expanded: true })).toEqual([expect.stringContaining("package.json")])
    await expect.poll(() => filesThat({ expanded: false })).toEqual([expect.stringContaining("as approved")])
    const told = panel(page).getByText(/^Approved by ada .*, then sent back because of a conflict$/)
    expect(await told.count()).toBe(1)
    await expectAccessible(page, "", ".panel")
  })

  test("what is as it was when changes were asked for is marked and folded, also after a restart", async () => {
    const { page, send, server, kill } = await open(small, { killable: true })
    await send("POST", "/tasks/T-1/review", { reviewer: "ada", decision: "request_changes", comment: "No." })
    const { patch: first } = (await send("GET", "/tasks/T-1")).body["task"].work as { patch: { id: string } }
    await finish({ send, server }, small.replace("--bail 1", "--bail 2"))
    const work = async () => (await send("GET", "/tasks/T-1")).body["task"].work as { reviewed?: string }
    expect((await work()).reviewed).toBe(first.id)
    // What draws a panel comes from the server, too.
    await changes(page)
      .getByText(/^2 files/)
      .waitFor()
    await kill()
    await startAgain(server)
    expect((await work()).reviewed).toBe(first.id)
    const filesThat = (are: { expanded: boolean }) => changes(page).getByRole("button", are).allInnerTexts()
    await expect.poll(() => filesThat({ expanded: true })).toEqual([expect.stringContaining("package.json")])
    await expect.poll(() => filesThat({ expanded: false })).toEqual([expect.stringContaining("as before")])
    const files = panel(page).getByRole("region", { name: "Files" })
    // The forged one is no patch of the task.
    await expect.poll(() => files.getByText("T-1.1.patch").count()).toBe(1)
  })

  test.each([1440, 390])("with marked words, and with what changes a command, at %i px", async (width) => {
    const { page } = await open(small, { width, height: 900 })
    const section = changes(page)
    await section.getByText(/^2 files/).waitFor()
    expect(await section.getByRole("button", { expanded: true }).allInnerTexts()).toEqual([
      expect.stringContaining("package.json"),
      expect.stringContaining("src/old name.ts → src/new name.ts"),
    ])
    expect(await section.getByText("affects what checks run").count()).toBe(1)
    await section.locator("mark").first().waitFor()
    expect(await section.locator(".added mark").allTextContents()).toEqual([" --bail 1", ", discount"])
    expect(await section.getByText("‹U+202E›hidden‹U+3164›").count()).toBe(1)
    const left = panel(page).getByRole("region", { name: "Work" })
    expect((await left.innerText()).split("\n").filter((line) => line !== "")).toEqual([
      "Work",
      "upnext/T-1.1-look bbbbbbb, 2 files, +3 −2",
      "Not landed in main",
      "Until the work lands, no other task can start in src/shop.",
      "/home/otto/shop.trees/T-1.1 on mill",
    ])
    expect(await fitsWidth(page)).toBe(true)
    await expectAccessible(page, "", ".panel")
  })

  test("and it is reviewed with the keyboard alone; a request for changes gathers what is said of lines", async () => {
    const { page, send, server } = await open(small, { path: "/dashboard" })
    await card(page, "T-1").focus()
    await page.keyboard.press("Enter")
    await changes(page)
      .getByText(/^2 files/)
      .waitFor()
    await page.keyboard.press("j")
    expect(await focused(page)).toBe("Comment on package.json:5 (before the change)")
    await page.keyboard.press("k")
    expect(await focused(page)).toBe("Comment on package.json:4")
    await page.keyboard.press("ArrowDown")
    expect(await focused(page)).toBe("Comment on package.json:5 (before the change)")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("c")
    await page.getByRole("form", { name: "Comment on package.json:5" }).waitFor()
    await page.keyboard.type("Why *bail*?")
    await expectAccessible(page, "", ".panel")
    await page.keyboard.press("Control+Enter")
    await changes(page).locator(".line-comments").getByText("Why bail?").waitFor()
    expect(await focused(page)).toBe("Comment on package.json:5")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Shift+Tab")
    expect(await focused(page)).toBe("Comment on package.json:5")

    await tabTo(page, "Request changes")
    await page.keyboard.press("Enter")
    await panel(page)
      .getByRole("region", { name: "What happened before" })
      .getByText("package.json:5")
      .waitFor()
    const { body } = await send("GET", "/tasks/T-1?handoff=1")
    expect(body["handoff"].review).toMatchObject({
      comment: null,
      lines: [{ content: "Why *bail*?", place: { file: "package.json", line: 5, side: "new", commit } }],
    })

    // What was said of lines before the work was finished anew does not go with the next request.
    await finish({ send, server }, small)
    await panel(page).getByRole("button", { name: "Request changes" }).waitFor()
    await changes(page).locator(".line-comments").getByText("Why bail?").waitFor()
    await tabTo(page, "Request changes")
    await page.keyboard.press("Enter")
    await panel(page).getByRole("alert").getByText("Tell the assignee what needs to change").waitFor()
    expect(await focused(page)).toBe("Review comment")
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Shift+Tab")
    expect(await focused(page)).toMatch(/^Approve despite 2 objections/)
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")

    // Done is not landed: the card says so, and what it keeps from others.
    const inDone = inColumn(page, "done", "T-1")
    await inDone.getByText("not landed").waitFor()
    await inDone.getByText("keeps src/shop").waitFor()
    await expectAccessible(page, "", ".panel")
    const { epoch } = (await send("GET", "/tasks/T-1")).body["task"].work as { epoch: number }
    await send(
      "POST",
      "/tasks/T-1/land",
      { epoch, commit, base: "main", result: "landed", landed: "c".repeat(40) },
      { "upnext-actor": "ada" },
    )
    const left = panel(page).getByRole("region", { name: "Work" })
    await left.getByText("Landed in main as ccccccc by ada").waitFor()
    await inDone
      .getByText(/not landed|keeps/)
      .first()
      .waitFor({ state: "detached" })
  })

  test("and a line is commented with the mouse; Escape leaves it, and keeps what was typed", async () => {
    const { page, send } = await open(small)
    const removed = changes(page).getByRole("button", {
      name: "Comment on src/new name.ts:2 (before the change)",
    })
    await removed.click()
    await page.keyboard.type("Half a")
    await page.keyboard.press("Escape")
    expect(await focused(page)).toBe("Comment on src/new name.ts:2 (before the change)")
    await removed.click()
    await page.keyboard.type(" thought")
    await changes(page).getByRole("button", { name: "Comment", exact: true }).click()
    await changes(page).locator(".line-comments").getByText("Half a thought").waitFor()
    // It is in view, so no message tells of it.
    await changes(page).locator(".line-form").waitFor({ state: "detached" })
    expect(await page.locator(".toast-text").count()).toBe(0)
    const { body } = await send("GET", "/tasks/T-1/comments")
    expect(body["comments"]).toMatchObject([{ place: { line: 2, side: "old" } }])
  })

  test("checks and criteria stand beside it where there is room, and the decision stays in view", async () => {
    const { page } = await open(head + fileOf("src/a.ts", 300), { width: 1920, height: 700 })
    const boxOf = async (found: Locator) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await found.boundingBox()) ?? {}
      return { top: y, bottom: y + height, start: x, end: x + width }
    }
    for (const name of ["Checks", "Done when"])
      expect((await boxOf(panel(page).getByRole("heading", { name }))).end).toBeLessThan(
        (await boxOf(changes(page))).start,
      )
    const last = changes(page).getByRole("button", { name: "Comment on src/a.ts:150", exact: true })
    await last.focus()
    const decision = await boxOf(panel(page).getByRole("button", { name: "Approve" }))
    expect(decision.bottom).toBeLessThan(700)
    expect((await boxOf(last)).bottom).toBeLessThan(decision.top)
  })

  test("3,000 lines in 40 files are all there, a long file when it is asked for, and very many files in parts", async () => {
    const isLong = Boolean(process.env["UPNEXT_LONG"])
    const files = Array.from({ length: 40 }, (_, i) => fileOf(`src/${i}.ts`, 60))
    const long = fileOf("src/long.ts", 600)
    const many = Array.from({ length: 500 }, (_, i) => fileOf(`more/${i}.ts`, 2))
    const { page } = await open(head + [...files, long, ...many].join(""))
    const section = changes(page)
    // By its text: to compute the name of each of thousands of buttons takes seconds.
    const button = (text: string) => section.locator("button", { hasText: text })
    await section.getByText(/^541 files/).waitFor()
    expect(await section.locator(".changed-file").count()).toBe(200)
    await button("Show 200 more of 541 files").click()
    expect(await section.locator(".changed-file").count()).toBe(400)
    await button("Expand all").click()
    expect(await section.locator(".diff-line").count()).toBe(40 * 60 + 400 + 359 * 2)
    await button("Show 200 more of 600 lines").click()
    expect(await section.locator(".diff-line").count()).toBe(40 * 60 + 600 + 359 * 2)
    // Some seconds for each thousand lines or files, which are all of the same kind.
    if (!isLong) await button("Collapse all").click()
    await expectAccessible(page, "", isLong ? "html" : ".changed-file:nth-child(-n + 20)")
  })

  test("what is left out is named, and what is no plain file; a file that is no patch is no change, and only the reported patch is shown", async () => {
    const run = "diff --git a/run b/run\nold mode 100644\nnew mode 100755\n"
    const link =
      "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n\\ No newline at end of file\n"
    const cut = `${head}# The patch is cut at 2048 KiB. 1 file is left out:\n#   vendor/big.js\n\n${fileOf("a.ts", 2)}${run}${link}`
    const { page, send, server } = await open(cut)
    await changes(page).getByRole("list", { name: "Left out" }).getByText("vendor/big.js").waitFor()
    expect(await changes(page).getByText("forged.ts").count()).toBe(0)
    await changes(page).getByRole("button", { name: "run file → executable" }).waitFor()
    await changes(page).getByRole("button", { name: "l added link" }).waitFor()
    await send("POST", "/tasks/T-1/review", { reviewer: "ada", decision: "request_changes", comment: "No." })
    await report({ send, server }, "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\nnonsense\n")
    await changes(page).getByText("The patch cannot be shown.").waitFor()
    await send("POST", "/tasks/T-1/work", { agent: "otto", ...work, patch: null })
    await changes(page).getByText(`git diff HEAD...${commit}`).waitFor()
  })
})
