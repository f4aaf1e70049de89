import { expect, test } from "vitest"
import { fitsWidth, openScreen, panel } from "../fixture.ts"

const names = ["otto", "W".repeat(64), "א".repeat(64), "李".repeat(64), "i".repeat(64)]

test("the lease cell never breaks a name letter by letter", async () => {
  const { page } = await openScreen({
    given: async ({ add, send }) => {
      for (const name of names) {
        const id = await add({ title: "Held" })
        const { status } = await send("POST", `/tasks/${id}/claim`, { agent: name, lease: "20m" })
        expect(status).toBe(200)
      }
    },
  })
  for (const [i, name] of names.entries()) {
    await page.goto(page.url().replace(/\/dashboard.*/, `/dashboard/tasks/T-${i + 1}`))
    const row = panel(page).locator(".row", { hasText: "Held by" })
    await row.getByText(name).waitFor()
    await panel(page).getByRole("region", { name: "History" }).waitFor()
    for (const width of [1280, 1000, 380]) {
      await page.setViewportSize({ width, height: 800 })
      const cell = await row.locator("dd").boundingBox()
      const boxes = await row
        .locator(".lease-holder")
        .evaluate((element) =>
          Array.from(element.getClientRects(), ({ bottom, left, right }) => ({ bottom, left, right })),
        )
      // One line may consist of several boxes.
      const lines = [...new Set(boxes.map(({ bottom }) => Math.round(bottom)))].map((bottom) => {
        const line = boxes.filter((box) => Math.round(box.bottom) === bottom)
        const left = Math.min(...line.map((box) => box.left))
        const right = Math.max(...line.map((box) => box.right))
        return { left, right, width: right - left }
      })
      // Every line but the last is nearly as wide as the cell.
      for (const line of lines.slice(0, -1)) expect(line.width).toBeGreaterThan((cell?.width ?? 0) - 50)
      for (const line of lines) {
        expect(line.left).toBeGreaterThanOrEqual((cell?.x ?? 0) - 1)
        expect(line.right).toBeLessThanOrEqual((cell?.x ?? 0) + (cell?.width ?? 0) + 1)
      }
      expect(cell?.width).toBeGreaterThan(200)
      // The time left is not broken.
      const left = row.locator(".lease-left")
      expect(await left.textContent()).toMatch(/^(20|19)m( \d+s)? left$/)
      expect((await left.boundingBox())?.height).toBeLessThan(30)
      expect(await fitsWidth(page)).toBe(true)
    }
  }
})
