import { expect, test } from "vitest"
import { barMenu, card, groupBy, inColumn, openColumn, openScreen } from "../fixture.ts"

test("rows by agent, project, parent or priority fold; a card that is put into a row becomes what it stands for", async () => {
  const { page, send } = await openScreen({
    width: 1440,
    given: async ({ add }) => {
      await add({ title: "Whole", assignee: "otto", project: "web", priority: "P1" })
      await add({ title: "Part", assignee: "ines", parent: "T-1" })
      await add({ title: "Loose" })
    },
  })
  const row = (name: string) => page.getByRole("region", { name: new RegExp(`^${name}`) })
  const heads = () => page.locator(".lane-head .one-line").allInnerTexts()
  for (const [grouping, names] of [
    ["project", ["web", "default"]],
    ["parent", ["T-1 Whole", "No parent"]],
    ["priority", ["P1, high", "P2, normal"]],
    ["assignee", ["ines", "otto", "Nobody"]],
  ] as const) {
    await groupBy(page, grouping)
    await expect.poll(heads).toEqual(names)
  }
  await row("ines").getByRole("group", { name: "Waits, ines, 0" }).waitFor()
  await page.setViewportSize({ width: 1440, height: 800 })

  await card(page, "T-3").dragTo(row("ines").locator("[data-column=doing]"))
  await row("ines").locator("[data-column=doing] [data-task=T-3]:focus").waitFor()
  await expect
    .poll(async () => (await send("GET", "/tasks/T-3")).body["task"])
    .toMatchObject({ status: "doing", assignee: "ines" })
  await card(page, "T-3").focus()
  await page.keyboard.press("ArrowLeft")
  await page.locator("[data-task=T-2]:focus").waitFor()
  await row("otto").getByRole("button", { name: /otto/ }).click()
  await card(page, "T-1").waitFor({ state: "detached" })
  await page.reload()
  await card(page, "T-2").waitFor()
  expect(await card(page, "T-1").count(), "folded as before").toBe(0)
})

test("a row shows of what is done whole cards, no more than are open beside it, and counts the others", async () => {
  const { page } = await openScreen({
    width: 1440,
    async given({ add, send }) {
      for (let n = 0; n < 2; n += 1) await add({ title: "Open", assignee: "otto" })
      for (let n = 0; n < 5; n += 1) await add({ title: "Over", assignee: "otto", status: "doing" })
      for (let n = 3; n < 8; n += 1) {
        const metadata = { reflection_exempt: true }
        await send("PATCH", `/tasks/T-${n}`, { metadata, status: "done" })
      }
    },
  })
  await groupBy(page, "assignee")
  const done = page.getByRole("group", { name: "Done, otto, 5" })
  await done.getByText("+3", { exact: true }).waitFor()
  const cut = await done.locator(".card").evaluateAll((all) =>
    all.map((each) => {
      const { bottom = 0 } = each.closest(".cards")?.getBoundingClientRect() ?? {}
      return each.getBoundingClientRect().bottom > bottom
    }),
  )
  expect(cut).toEqual([false, false])
})

test("a column shows when it holds more than its limit, and while a card is dragged, which columns take it and why others do not", async () => {
  const { page } = await openScreen({
    width: 1440,
    given: async ({ add }) => {
      await add({ title: "Work", assignee: "ada", status: "doing" })
      await add({ title: "More", assignee: "otto", status: "doing" })
      const id = await add({ title: "Over" })
      expect(id).toBe("T-3")
    },
  })
  const doing = page.locator("[data-column=doing]")
  const setLimit = async (limit: string) => {
    await (await barMenu(page, "Display")).getByLabel("Limit for Doing").fill(limit)
    await page.keyboard.press("Escape")
  }
  await setLimit("1")
  await doing.locator(".column-count.is-over").getByText("2/1").waitFor()
  await page.reload()
  await doing.locator(".column-count.is-over").getByText("2/1").waitFor()

  const from = await card(page, "T-1").boundingBox()
  if (!from) throw new Error("nothing to drag")
  async function dragOver(id: string) {
    const to = await page.locator(`[data-column=${id}]`).boundingBox()
    await page.mouse.move((to?.x ?? 0) + 18, (to?.y ?? 0) + 200, { steps: 6 })
  }
  await page.mouse.move(from.x + 40, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y + 60, { steps: 4 })
  const place = async () => (await doing.boundingBox())?.x
  const before = await place()
  const isFolded = async (id: string) =>
    (await page.locator(`.column[data-column=${id}].is-folded`).count()) > 0
  // A column that refuses the card stays folded, and one that takes it unfolds when the card rests there.
  await dragOver("waits")
  await page.locator("[data-column=waits] .refuses").waitFor()
  await dragOver("cancelled")
  expect([await place(), await isFolded("cancelled")]).toEqual([before, true])
  await expect.poll(() => isFolded("cancelled")).toBe(false)
  expect([await isFolded("waits"), await isFolded("review")]).toEqual([true, true])
  await page.locator("[data-column=review] .refuses").waitFor()
  await page.locator("[data-column=done] .fits").waitFor()
  await page.locator("[data-column=ready] .fits").waitFor()
  expect(await doing.locator(".fits, .refuses").count(), "it is there already").toBe(0)
  await dragOver("review")
  await page.mouse.up()
  await page.locator(".refuses").first().waitFor({ state: "detached" })
  const toast = page.getByRole("region", { name: "Last change" })
  await toast.getByText("T-1 was not moved. The task has no reviewer.").waitFor()
  await card(page, "T-1").dragTo(page.locator("[data-column=waits]"))
  await toast
    .getByText("T-1 was not moved. Nothing is holding the task up, so it belongs in Ready.")
    .waitFor()
  await inColumn(page, "doing", "T-1").waitFor()
  await openColumn(page, "review")
  const again = await card(page, "T-1").boundingBox()
  await page.mouse.move((again?.x ?? 0) + 40, (again?.y ?? 0) + 20)
  await page.mouse.down()
  await dragOver("review")
  await page.locator("[data-column=review] .refuses").getByText("The task has no reviewer.").waitFor()
  await page.mouse.up()

  await setLimit("")
  await doing.locator(".column-count").getByText("2", { exact: true }).waitFor()
})
