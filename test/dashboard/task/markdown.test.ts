import { expect, test } from "vitest"
import { expectAccessible } from "../axe.ts"
import { openScreen, panel, type Screen } from "../fixture.ts"

const dot =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

/** No line of links stands right below another, since they would be nearer than 24 px, in some fonts at least. */
const text = `- [ ] Write it
- [x] Test it with **care**
- [link] no box
1. [X] Numbered

[named](https://example.org/a)

https://example.org/b

www.example.org/c

mail@example.org

README.md and run.sh [script](javascript:alert(1)) [program](steam://run/1) [data](${dot})

[relative](/dashboard/team)

![dot](${dot}) ![own](/assets/favicon.svg) ![far](https://example.org/p.png) ![held](/assets/../events)

[![badge](https://example.org/b.png)](https://example.org/d) ![](https://example.org/e.png) ![svg](data:image/svg+xml;base64,AAAA)

<b>raw</b> <img src="/assets/favicon.svg">

Names &copy; &AElig; &notit; &semi; &lt;i&gt;
`

/** Puts the same text everywhere that Markdown is shown. */
async function everywhere({ add, send }: Screen) {
  await add({ title: "Read", description: text })
  await send("POST", "/tasks/T-1/comments", { author: "otto", content: text })
  await send("POST", "/tasks/T-1/claim", { agent: "otto" })
  await send("POST", "/tasks/T-1/complete", { agent: "otto", reflection: text, summary: text })
}

test("task lists, links and images look as on GitHub wherever Markdown is shown", async () => {
  const { page } = await openScreen({ given: everywhere, path: "/dashboard/tasks/T-1" })
  const shown = panel(page).locator(".markdown:not(.plain)")
  await expect.poll(() => shown.count()).toBe(4)
  const folded = panel(page).getByRole("button", { name: "Show all" })
  while ((await folded.count()) > 0) await folded.first().click()
  for (const each of await shown.all()) {
    const boxes = each.locator("li.task-item > input[type=checkbox], li.task-item > p > input[type=checkbox]")
    expect(await boxes.count()).toBe(3)
    expect(await boxes.evaluateAll((all) => all.map((box) => box.matches(":checked:disabled")))).toEqual([
      false,
      true,
      true,
    ])
    expect(await each.locator("li").allInnerTexts()).toEqual([
      "Write it",
      "Test it with care",
      "[link] no box",
      "Numbered",
    ])

    const links = await each.locator("a").evaluateAll((all) =>
      all.map((link) => {
        const [rel, target] = [link.getAttribute("rel"), link.getAttribute("target")]
        return [link.textContent, link.getAttribute("href"), rel?.includes("noopener"), target]
      }),
    )
    expect(links).toEqual(
      [
        ["named", "https://example.org/a"],
        ["https://example.org/b", "https://example.org/b"],
        ["www.example.org/c", "https://www.example.org/c"],
        ["mail@example.org", "mailto:mail@example.org"],
        ["relative", "/dashboard/team"],
        ["far", "https://example.org/p.png"],
        ["held", "/assets/../events"],
        ["badge", "https://example.org/d"],
        ["image", "https://example.org/e.png"],
      ].map((link) => [...link, true, "_blank"]),
    )

    expect(await each.locator("p").last().innerText()).toBe("Names © Æ &notit; ; <i>")

    const images = await each
      .locator("img")
      .evaluateAll((all) => all.map((image) => [image.getAttribute("alt"), image.getAttribute("src")]))
    expect(images).toEqual([
      ["dot", dot],
      ["own", "/assets/favicon.svg"],
    ])
    expect(await each.textContent()).toContain('<b>raw</b> <img src="/assets/favicon.svg">')
  }
  const isLoaded = "[...document.images].every((image) => image.complete && image.naturalWidth > 0)"
  await expect.poll(() => page.evaluate(isLoaded)).toBe(true)
  await expectAccessible(page, "", ".markdown")
})

test("a comment highlights the names of exactly those agents whom the server notifies", async () => {
  const { page, send } = await openScreen({
    given: async ({ add, send }) => {
      for (const name of ["otto", "Ann Lee", "Zoe\u0308"])
        await send("PUT", `/agents/${encodeURIComponent(name)}`, {})
      await add({ title: "Talk" })
      const content = '@otto, @otto-2 @otto.example x@otto @"ann lee" @Zo\u00eb. @nobody'
      await send("POST", "/tasks/T-1/comments", { author: "ines", content })
    },
    path: "/dashboard/tasks/T-1",
  })
  const mentions = panel(page).locator(".mention")
  await expect.poll(() => mentions.allTextContents()).toEqual(["@otto", '@"ann lee"', "@Zo\u00eb"])
  for (const name of ["otto", "Ann Lee", "Zo\u00eb"]) {
    const { body } = await send("GET", `/agents/${encodeURIComponent(name)}/inbox`)
    expect(JSON.stringify(body)).toContain('"mention"')
  }
})
