/** What is done on a page before its picture is taken. */

export function press(key, then) {
  return async (page) => {
    await page.keyboard.press(key)
    await page.locator(then).first().waitFor()
  }
}

export function search(words) {
  return async (page) => {
    await press("Control+k", ".palette [role=option]")(page)
    await page.keyboard.type(words)
    await page.locator(".palette .id").first().waitFor()
  }
}

/** A word of a command, which Enter then chooses: the next step asks whom or what. */
export function command(words) {
  return async (page) => {
    await press("Control+k", ".palette [role=option]")(page)
    await page.keyboard.type(words)
    await page.keyboard.press("Enter")
    await page.locator(".palette-step").waitFor()
  }
}

export function move(card, to) {
  return async (page) => {
    await page.locator(card).first().focus()
    await press("m", "dialog[open]")(page)
    if (to === undefined) return
    await page.getByRole("dialog").getByRole("button", { name: to }).first().click()
    await page.locator("dialog textarea").waitFor()
  }
}

export async function selectTwo(page) {
  for (const n of [0, 1]) {
    await page.locator("[data-column=ready] [data-task]").nth(n).focus()
    await page.keyboard.press("x")
  }
  await page.locator(".selection").waitFor()
}

/** Takes a card with the pointer, and holds it over a column. */
export function drag(card, over) {
  return async (page) => {
    const middle = async (what) => {
      const { x, y, width } = await page.locator(what).first().boundingBox()
      return [x + width / 2, y + 40]
    }
    await page.mouse.move(...(await middle(card)))
    await page.mouse.down()
    const to = await middle(over)
    await page.mouse.move(to[0], to[1], { steps: 8 })
    await page.mouse.move(to[0], to[1] + 60, { steps: 4 })
    await page.locator(".fits").first().waitFor()
  }
}

export function click(name, then, role = "button") {
  return async (page) => {
    await page.getByRole(role, { name }).first().click()
    await page.locator(then).first().waitFor()
  }
}

/** One after the other. */
export function first(...acts) {
  return async (page, send) => {
    for (const act of acts) await act(page, send)
  }
}
