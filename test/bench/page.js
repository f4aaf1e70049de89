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
    globalThis.find = (selector) => document.querySelector(selector)
  })
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${port}/dashboard`)
  await page.locator(`[data-column=ready][aria-label="Ready, ${tasks}"]`).waitFor()
  let isBack = false

  /** Clicks on what the selector finds; done when `shows` finds something, or nothing any more if `isGone`. */
  const click = (selector, shows, isGone = false) =>
    page.evaluate(
      ([selector, shows, isGone]) => {
        const target = globalThis.find(selector)
        const began = performance.now()
        target.click()
        return globalThis.untilShown(() => (globalThis.find(shows) === null) === isGone, began)
      },
      [selector, shows, isGone],
    )
  /** Presses a key where the focus is. */
  const press = (key, init, shows) =>
    page.evaluate(
      ([key, init, shows]) => {
        const began = performance.now()
        const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init })
        document.activeElement.dispatchEvent(event)
        return globalThis.untilShown(() => globalThis.find(shows) !== null, began)
      },
      [key, init, shows],
    )

  return {
    /** Opens the panel of a task that was not open before. */
    async openTask() {
      const ms = await page.evaluate(() => {
        const cards = [...document.querySelectorAll("[data-column=ready] [data-task]")].slice(0, 8)
        const card = cards[Math.floor(Math.random() * cards.length)]
        const began = performance.now()
        card.click()
        return globalThis.untilShown(
          () => globalThis.find(".panel")?.textContent.includes(card.dataset.task),
          began,
        )
      })
      await page.keyboard.press("Escape")
      await page.locator(".panel").waitFor({ state: "detached" })
      return ms
    },
    /** Drags a card from ready to doing, the next time back. */
    async dropCard() {
      const [from, to] = isBack ? ["doing", "ready"] : ["ready", "doing"]
      isBack = !isBack
      const folded = page.locator(`#column-${to} .fold[aria-expanded=false]`)
      if ((await folded.count()) > 0) await folded.click()
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
              const isThere = () => globalThis.find(`[data-column=${to}] [data-task=${id}]`)
              resolve(globalThis.untilShown(isThere, timeStamp))
            }
            addEventListener("drop", began, { capture: true, once: true })
          }),
        [id, to],
      )
      await page.mouse.up()
      return shown
    },
    /** Types one more letter after a rest, which leaves fewer cards. */
    async typeInFilter() {
      const set = (text) =>
        page.evaluate((text) => {
          const field = globalThis.find("#filter")
          const head = () => globalThis.find("[data-column=ready]").ariaLabel
          const before = head()
          const began = performance.now()
          field.value = text
          field.dispatchEvent(new InputEvent("input", { bubbles: true }))
          return globalThis.untilShown(() => head() !== before, began)
        }, text)
      await set("task 1")
      // Sooner, the page would wait for the rest of the word before it asks the server.
      await page.waitForTimeout(200)
      const ms = await set("task 12")
      await set("")
      return ms
    },
    async selectTask() {
      await page.locator("[data-column=ready] [data-task]").first().focus()
      const ms = await press("x", {}, ".selection")
      await press("Escape", {}, "body:not(:has(.selection))")
      return ms
    },
    async group() {
      await page.locator(".bar-menu").getByRole("button", { name: "Display" }).click()
      const choose = async (value, shows) => {
        await page.getByLabel("Grouping").fill(value)
        return press("Enter", {}, shows)
      }
      const ms = await choose("project", ".lane-head")
      await choose("none", ".board:not(.lanes) [data-column=ready] [data-task]")
      await page.keyboard.press("Escape")
      return ms
    },
    async openList() {
      const ms = await click(".switch a:nth-child(2)", ".list [data-task]")
      await click(".switch a:nth-child(1)", "[data-column=ready] [data-task]")
      return ms
    },
    /** Orders the list by title, forward and backward in turn. */
    async sortList() {
      await click(".switch a:nth-child(2)", ".list [data-task]")
      await click(".list-head > :nth-child(3) button", ".list-head > :nth-child(3):not([aria-sort=none])")
      const ms = await page.evaluate(() => {
        const first = () => globalThis.find(".list [data-task]").dataset.task
        const before = first()
        const began = performance.now()
        globalThis.find(".list-head > :nth-child(3) button").click()
        return globalThis.untilShown(() => first() !== before, began)
      })
      await click(".list-head > :nth-child(1) button", ".list-head > :nth-child(1):not([aria-sort=none])")
      await click(".switch a:nth-child(1)", "[data-column=ready] [data-task]")
      return ms
    },
    /** From another view back to the board. */
    async switchView() {
      await click(".place-team", "[data-column=ready]", true)
      return click(".place-board", "[data-column=ready] [data-task]")
    },
    async openPalette() {
      const ms = await press("k", { ctrlKey: true }, ".palette [role=option]")
      await page.keyboard.press("Escape")
      await page.locator(".palette").waitFor({ state: "detached" })
      return ms
    },
    /** The wall, from the agents. */
    async openWall() {
      await click(".place-team", ".agents")
      const ms = await click("a[href^='/dashboard/now']", ".wall-task")
      await click(".wall-leave", ".agents")
      await click(".place-board", "[data-column=ready] [data-task]")
      return ms
    },
  }
}
