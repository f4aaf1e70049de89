import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { openScreen, panel, pick, type Screen } from "../fixture.ts"
import { overflows } from "./overflow.ts"

const bytes = 64 * 1024
/** What people may write, in bad faith or by mistake. */
const texts = {
  link: `[press](javascript:owned=1) javascript:owned=1 <a href="javascript:owned=1">here</a> hostile`,
  bidi: "\u202Egnp.exe \u2066 \u202Dabc \u2067אבג \u200F hostile",
  word: "W".repeat(bytes),
  script: `<script>owned = 1</script><img src=x onerror="owned = 1"><b>bold</b> hostile`,
}
const cut = (text: string, length: number) => text.slice(0, length).trim()

test("hostile text is text in every view, and stays in its place", async () => {
  const { page, server } = await openScreen({ given: fill })
  const dialogs: string[] = []
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const show = async (view: string, ...awaited: string[]) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${server.url}/dashboard/${view}`)
    await page.locator(".live-live, .wall").first().waitFor({ state: "attached" })
    for (const selector of awaited) await page.locator(selector).first().waitFor()
    await expectHarmless(page, view)
  }

  await show("needs-you", ".need", ".why", ".said")
  for (const width of [1280, 380]) {
    await page.setViewportSize({ width, height: 800 })
    // Right-to-left names and titles do not change the order of the words around them.
    const crossed = await page.locator(".need-task").evaluateAll((all) => {
      type Box = Pick<
        ReturnType<(typeof all)[number]["getBoundingClientRect"]>,
        "top" | "left" | "right" | "bottom"
      >
      const isBefore = (first: Box, next: Box) => first.bottom <= next.top + 4 || first.right <= next.left + 1
      return all.flatMap((each) => {
        const [id, title] = [each.querySelector(".id"), each.querySelector(".task-row-text > .one-line")]
        const isTitleAfter = Array.from(title?.getClientRects() ?? []).every(
          (box) => id !== null && isBefore(id.getBoundingClientRect(), box),
        )
        const areNamesBefore = Array.from(each.querySelectorAll(".why")).every((line) => {
          // The message says what was done, without a name.
          const name = line.querySelector(":scope > bdi:first-child")
          if (name === null || name !== line.firstChild) return true
          const range = each.ownerDocument.createRange()
          // The verb stands after the name of the person.
          if (name.nextSibling) range.selectNode(name.nextSibling.nextSibling ?? name.nextSibling)
          const words = range.getBoundingClientRect()
          return Array.from(name.getClientRects()).every((box) => isBefore(box, words))
        })
        return isTitleAfter && areNamesBefore ? [] : [each.textContent]
      })
    })
    expect(crossed).toEqual([])
    const narrow = await page
      .locator(".task-row-text")
      .evaluateAll((all) => all.flatMap((each) => (each.clientWidth < 150 ? [each.textContent] : [])))
    expect(narrow).toEqual([])
  }
  // For each text there is a task in review, and one that failed twice.
  for (const first of [1, 6, 11, 16]) {
    await show(
      `tasks/T-${first}`,
      "[data-comment] strong bdi",
      ".lessons strong bdi",
      ".review-facts bdi",
      ".properties bdi",
    )
    await show(`tasks/T-${first + 4}`, ".attempts bdi", ".history ol:not(.attempts) bdi")
  }
  await show("tasks/T-11", "[data-comment]")
  await panel(page).getByRole("button", { name: "Show all (64 KiB)" }).first().click()
  await expectHarmless(page, "a long text, whole")
  await show("tasks/T-14")
  await panel(page).getByRole("button", { name: "Edit: Description" }).click()
  await panel(page).getByRole("textbox", { name: "Description" }).fill(texts.word)
  await expectHarmless(page, "a text that is edited")
  await show("?rows=project", ".card", ".lane-head")
  await show("list", ".list [data-task]")
  await show("now", ".wall-task")
  await show("team", ".agent", ".host", ".doing", ".pause-words", ".resource >> nth=5", ".abilities")
  await show("tasks/T-24", ".waits-for bdi")
  await show("flow", ".chart canvas", ".table tbody tr", ".age >> nth=3")
  await show("graph", ".node >> nth=3")
  await show("activity", ".event >> nth=40")
  await page.setViewportSize({ width: 1280, height: 800 })
  await pick(page.getByLabel("Agent"), nameOf(texts.script))
  await page.locator(".event").first().waitFor()
  await expectHarmless(page, "activity, filtered")

  await page.keyboard.press("Control+k")
  const field = page.getByRole("combobox", { name: "Search tasks and commands" })
  await field.fill("hostile")
  await page.locator(".palette-item[id^=palette-T-]").nth(3).waitFor()
  await expectHarmless(page, "search")
  await field.fill(texts.word)
  await page.locator(".palette :is(.refused, .palette-said:text('found'))").first().waitFor()
  await expectHarmless(page, "search for one word")
  expect(dialogs).toEqual([])
})

async function expectHarmless(page: Page, where: string) {
  const seen = await page.evaluate(`({
    owned: typeof owned,
    elements: document.querySelectorAll("body :is(script:not([src]), img, b), a[href^='javascript:']").length,
    isShown: document.body.textContent.includes("<script>"),
  })`)
  expect([where, seen]).toEqual([where, { owned: "undefined", elements: 0, isShown: true }])
  for (const width of [1280, 380]) {
    await page.setViewportSize({ width, height: 800 })
    expect([where, width, await overflows(page)]).toEqual([where, width, []])
  }
}

/** A name may hold no character that nobody sees. */
const nameOf = (text: string) => cut(text.replace(/\p{Cf}/gu, ""), 64)

/** Makes a board on which every visible field holds each of the texts. */
async function fill({ add, send: sendAny }: Screen) {
  const send = async (method: string, path: string, body: unknown) => {
    const answer = await sendAny(method, path, body)
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  }
  await send("PUT", "/agents/ada", { kind: "person" })
  for (const text of Object.values(texts)) {
    const name = nameOf(text)
    const agent = `/agents/${encodeURIComponent(name)}`
    const reason = cut(text, 1000)
    const whole = cut(text, bytes)
    const titled = {
      title: cut(text, 490).replace(/W$/, "W hostile"),
      description: whole,
      project: name,
      tags: [name],
      done_criteria: [reason],
      createdBy: name,
    }
    await send("PUT", agent, { role: cut(text, 200), description: whole })
    const reviewed = await add({ ...titled, assignee: name, reviewer: "ada" })
    await send("POST", `/tasks/${reviewed}/claim`, { agent: name, host: name })
    await send("POST", `/tasks/${reviewed}/criteria`, { criterion: 1, agent: name, evidence: reason })
    await send("POST", `/tasks/${reviewed}/comments`, {
      author: name,
      content: cut(`@ada ${text}`, bytes),
    })
    await send("POST", `/tasks/${reviewed}/complete`, { agent: name, reflection: whole, summary: whole })

    const elsewhere = await add({ ...titled, reviewer: name, assignee: "otto" })
    await send("POST", `/tasks/${elsewhere}/claim`, { agent: "otto" })
    await send("POST", `/tasks/${elsewhere}/complete`, { agent: "otto", reflection: whole })

    const held = await add(titled)
    await send("POST", `/tasks/${held}/claim`, { agent: name, host: name })
    const blocked = await add({ ...titled, assignee: "ada", blockedBy: [held] })
    await send("PATCH", `/tasks/${blocked}`, { status: "blocked", reason })
    const failing = await add({ ...titled, blockedBy: [reviewed] })
    for (let i = 0; i < 2; i++) {
      await send("PATCH", `/tasks/${failing}`, { blockedBy: [], status: "doing", assignee: name })
      await send("POST", `/tasks/${failing}/claim`, { agent: name })
      await send("POST", `/tasks/${failing}/release`, { agent: name, failed: true, reason })
    }
    await send("POST", `${agent}/pause`, { reason })
  }
  for (const text of Object.values(texts)) {
    const name = nameOf(text)
    const resource = cut(text.replaceAll("/", "|"), 190).replaceAll("W", "V")
    await send("PUT", `/resources/${encodeURIComponent(resource)}`, { description: cut(text, 1000) })
    await add({ title: cut(text, 400), resources: [resource], skills: [name], project: name })
    await send("POST", `/resources/${encodeURIComponent(resource)}/close`, { reason: cut(text, 1000) })
    await send("PUT", `/agents/${encodeURIComponent(name)}`, { resources: [name], skills: [name] })
  }
  await send("POST", "/team/pause", { reason: cut(texts.word, 1000) })
}
