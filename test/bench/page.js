/**
 * Measures the dashboard in a browser, on a board of many open tasks: the ms from an action to the frame that shows its
 * result.
 */
export async function openPage(browser, port, tasks) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addInitScript(() => {
    localStorage.setItem("upnext.name", "ada")
    /** The ms from `began` to the first frame for which `isShown` holds. */
    globalThis.untilShown = async (isShown, began) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      while (!isShown()) await frame()
      await frame()
      return performance.now() - began
    }
  })
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${port}/dashboard`)
  await page.locator(`[data-column=todo][aria-label="Todo, ${tasks}"]`).waitFor()
  let isBack = false

  return {
    /** Opens the panel of a task that was not open before. */
    async openTask() {
      const ms = await page.evaluate(() => {
        const cards = [...document.querySelectorAll("[data-column=todo] [data-task]")].slice(0, 8)
        const card = cards[Math.floor(Math.random() * cards.length)]
        const began = performance.now()
        card.click()
        return globalThis.untilShown(
          () => document.querySelector(".panel")?.textContent.includes(card.dataset.task),
          began,
        )
      })
      await page.keyboard.press("Escape")
      await page.locator(".panel").waitFor({ state: "detached" })
      return ms
    },
    /** Drags a card from todo to doing, the next time back. */
    async dropCard() {
      const [from, to] = isBack ? ["doing", "todo"] : ["todo", "doing"]
      isBack = !isBack
      const card = page.locator(`[data-column=${from}] [data-task]`).first()
      const id = await card.getAttribute("data-task")
      await card.hover()
      await page.mouse.down()
      await page.locator(`[data-column=${to}]`).hover({ position: { x: 100, y: 60 } })
      await page.locator(`[data-column=${to}]`).hover({ position: { x: 100, y: 66 } })
      const shown = page.evaluate(
        ([id, to]) =>
          new Promise((resolve) => {
            // The page handles the drop first, so the current time would be too late.
            const began = ({ timeStamp }) => {
              const isThere = () => document.querySelector(`[data-column=${to}] [data-task=${id}]`)
              resolve(globalThis.untilShown(isThere, timeStamp))
            }
            addEventListener("drop", began, { capture: true, once: true })
          }),
        [id, to],
      )
      await page.mouse.up()
      return shown
    },
  }
}
