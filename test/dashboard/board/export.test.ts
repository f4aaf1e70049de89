import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { barMenu, card, filterBy, openScreen } from "../fixture.ts"

async function saved(page: Page, choose: () => Promise<unknown>) {
  const [download] = await Promise.all([page.waitForEvent("download"), choose()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") }
}

test.each([undefined, "a-token-of-sixteen"])(
  "what the filter chooses is exported, with token %s",
  async (token) => {
    const { page } = await openScreen({
      ...(token !== undefined && { env: { UPNEXT_TOKEN: token }, ownBrowser: true }),
      async given({ add, send, page }) {
        await add({ title: "Paint the wall", project: "web" })
        await add({ title: "=1+1", project: "api" })
        await send("PATCH", "/tasks/T-1", { status: "done" })
        if (token !== undefined)
          await page.addInitScript({ content: `localStorage.setItem("upnext.token", "${token}")` })
      },
    })
    await card(page, "T-2").waitFor()
    const open = () => barMenu(page, "Display")
    const choose = (form: string) => page.getByRole("button", { name: `Export as ${form}` }).click()
    await open()
    const all = await saved(page, () => choose("JSON lines"))
    expect(all.name).toMatch(/^upnext-\d+\.jsonl$/)
    const titles = all.text
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { title?: string }).title)
    expect(titles).toEqual([undefined, "Paint the wall", "=1+1"])
    await page.getByText(`All tasks are saved in ${all.name}.`).first().waitFor()

    await filterBy(page, "Project", "api")
    await (await open()).getByRole("list", { name: "Export the filtered tasks" }).waitFor()
    await page.getByRole("button", { name: "Export as JSON lines" }).focus()
    await page.keyboard.press("Tab")
    const some = await saved(page, () => page.keyboard.press("Enter"))
    expect(some.name).toMatch(/\.csv$/)
    expect(
      some.text
        .split("\r\n")
        .slice(1)
        .map((row) => row.slice(0, 10)),
    ).toEqual(["T-2,'=1+1,", ""])

    await page.getByRole("searchbox", { name: "Filter" }).fill("wall")
    await page.getByRole("button", { name: "Project is api" }).click()
    await page.getByRole("button", { name: "Without api" }).waitFor()
    await page.keyboard.press("Control+k")
    const palette = page.getByRole("dialog", { name: "Search" })
    for (const [typed, name] of [
      ["export", "Export the filtered tasks…"],
      ["mark", "Markdown"],
    ] as const) {
      await palette.getByRole("combobox").fill(typed)
      await palette.getByRole("option", { name, selected: true }).waitFor()
      if (typed === "export") await page.keyboard.press("Enter")
    }
    const plan = await saved(page, () => page.keyboard.press("Enter"))
    expect([plan.name.slice(-3), plan.text]).toEqual([
      ".md",
      '- [x] Paint the wall {#t1}\n  {"project":"web"}\n',
    ])
  },
)
