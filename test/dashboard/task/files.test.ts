import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Locator, Page } from "playwright-core"
import { expect, test } from "vitest"
import { expectAccessible } from "../axe.ts"
import { openScreen, panel } from "../fixture.ts"

const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)
const picture = (name: string) => ({ name, mimeType: "image/png", buffer: dot })

/** Pastes or drops a file, as the browser tells the page of it. */
async function give(target: Locator, type: "paste" | "drop", name: string, bytes: Buffer) {
  const isCancelled = await target.evaluate(
    (element, { type, name, base64 }) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name))
      const init = { bubbles: true, cancelable: true }
      const event =
        type === "paste"
          ? new ClipboardEvent(type, { ...init, clipboardData: data })
          : new DragEvent(type, { ...init, dataTransfer: data })
      return !element.dispatchEvent(event)
    },
    { type, name, base64: bytes.toString("base64") },
  )
  expect(isCancelled, "the browser does nothing by itself").toBe(true)
}

async function open(page: Page) {
  const side = panel(page)
  await side.getByLabel("New comment").waitFor()
  return {
    side,
    comment: side.getByLabel("New comment"),
    names: () => side.locator(".file-list .name").allInnerTexts(),
    drawn: (part: string) =>
      page.evaluate<boolean[]>(
        `Array.from(document.querySelectorAll(".panel ${part} img.attached"), (each) => each.naturalWidth > 0)`,
      ),
  }
}

test.each([undefined, "a-token-of-sixteen"])(
  "files are chosen, pasted and dropped, and pictures stand in the text, with token %s",
  async (token) => {
    const { page, send } = await openScreen({
      path: "/dashboard/tasks/T-1",
      ...(token !== undefined && { env: { UPNEXT_TOKEN: token }, ownBrowser: true }),
      async given({ add, page }) {
        await add({ title: "Paint" })
        if (token !== undefined)
          await page.addInitScript({ content: `localStorage.setItem("upnext.token", "${token}")` })
      },
    })
    const { side, comment, names, drawn } = await open(page)
    await comment.fill("See")
    await side.locator(".compose input[type=file]").setInputFiles([picture("a[1].png"), picture("two.png")])
    await expect
      .poll(() => comment.inputValue())
      .toBe("See ![a\\[1\\].png](/tasks/T-1/attachments/A-1) ![two.png](/tasks/T-1/attachments/A-2) ")
    expect(await comment.evaluate((each) => each === document.activeElement)).toBe(true)
    await page.keyboard.type("both")
    await page.keyboard.press("Control+Enter")
    await expect.poll(() => comment.inputValue()).toBe("")
    await expect.poll(() => drawn(".comment")).toEqual([true, true])
    expect(await side.locator(".comment img").first().getAttribute("alt")).toBe("a[1].png")
    await expect.poll(names).toEqual(["a[1].png", "two.png"])

    await give(comment, "paste", "image.png", dot)
    await expect.poll(() => comment.inputValue()).toMatch(/^!\[image-\d{4}-\d\d-\d\d-\d{6}\.png\]\(.*A-3\) $/)
    await side.getByRole("button", { name: "Add a description" }).click()
    const description = side.getByLabel("Description")
    await give(description, "drop", "plan.txt", Buffer.from("one\ntwo"))
    await expect.poll(() => description.inputValue()).toBe("[plan.txt](/tasks/T-1/attachments/A-4) ")
    await page.keyboard.press("Control+Enter")
    const link = side.locator(".text-field .markdown a")
    await link.waitFor()
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()])
    expect(download.suggestedFilename()).toBe("plan.txt")

    await give(side.getByRole("region", { name: "Files" }), "drop", "last.png", dot)
    await expect.poll(async () => (await names()).slice(3)).toEqual(["plan.txt", "last.png"])
    expect(await side.locator(".file-list li").nth(3).innerText()).toContain("7 B")
    await expectAccessible(page, "", ".panel")

    await side.getByRole("button", { name: "Remove last.png" }).focus()
    await page.keyboard.press("Enter")
    await expect.poll(async () => (await names()).length).toBe(4)
    await page.getByRole("button", { name: "Undo" }).click()
    await expect.poll(async () => (await names()).length).toBe(5)
    const { body } = await send("GET", "/tasks/T-1/attachments")
    expect((body as { attachments: { name: string; by: string }[] }).attachments[4]).toMatchObject({
      name: "last.png",
      by: "ada",
    })
  },
)

test("what is too large is refused with the reason, and what is no picture is never drawn as one", async () => {
  const { page } = await openScreen({
    path: "/dashboard/tasks/T-1",
    before: (home) =>
      writeFileSync(join(home, "config.json"), JSON.stringify({ attachments: { maxBytes: 1000 } }), {
        mode: 0o600,
      }),
    given: ({ add }) => add({ title: "Paint", description: "![Missing](/tasks/T-1/attachments/A-9)" }),
  })
  const { side, comment, names, drawn } = await open(page)
  await side.locator(".markdown img.is-missing").waitFor()
  const input = side.locator(".compose input[type=file]")
  await input.setInputFiles([{ name: "big.bin", mimeType: "image/png", buffer: Buffer.alloc(2_000_000) }])
  await side.getByRole("alert").filter({ hasText: "The file was not attached." }).waitFor()
  expect(await comment.inputValue()).toBe("")
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`)
  await input.setInputFiles([{ name: "x.svg", mimeType: "image/svg+xml", buffer: svg }])
  await expect.poll(() => comment.inputValue()).toBe("[x.svg](/tasks/T-1/attachments/A-1) ")
  await comment.fill("![x.svg](/tasks/T-1/attachments/A-1)")
  await page.keyboard.press("Control+Enter")
  await side.locator(".comment img.is-missing").waitFor()
  expect(await drawn(".comment")).toEqual([false])
  expect(await names()).toEqual(["x.svg"])
})
