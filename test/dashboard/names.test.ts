import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { openScreen, panel, pick } from "./fixture.ts"

/** One name in two Unicode forms: its letter with the accent in one code point, and in two. */
const composed = "Zoë"
const apart = "Zoe\u0308"

test("a person whose name is typed in another Unicode form is the same person in every view", async () => {
  const { page } = await openScreen({
    name: apart,
    path: "/dashboard/team",
    given: async ({ send, add }) => {
      await add({ title: "Hers", assignee: composed, createdBy: "otto" })
      const id = await add({ title: "For her", reviewer: composed, createdBy: "otto" })
      await send("POST", `/tasks/${id}/claim`, { agent: "otto" })
      await send("POST", `/tasks/${id}/complete`, { agent: "otto", reflection: "Done." })
      const own = await add({ title: "By her", reviewer: "otto", createdBy: "otto" })
      await send("POST", `/tasks/${own}/claim`, { agent: composed })
      await send("POST", `/tasks/${own}/complete`, { agent: composed, reflection: "Done." })
    },
  })
  const people = page.getByRole("region", { name: "People" })
  await people.getByRole("listitem", { name: composed }).getByText("you", { exact: true }).waitFor()

  await page.getByRole("link", { name: /^Needs you/ }).click()
  await page.locator(".need").getByText("For her").waitFor()
  // Nobody decides a review of their own work.
  expect(await page.getByText("By her").count()).toBe(0)
})

test("Activity of an agent shows what names it in another Unicode form or in other letters", async () => {
  const { page, add } = await openScreen({
    path: "/dashboard/activity",
    given: async ({ add }) => {
      await add({ title: "Known", assignee: composed })
    },
  })
  await pick(page.getByLabel("Agent"), composed)
  await add({ title: "Later", createdBy: apart.toUpperCase() })
  await page.locator("main").getByText("Later").waitFor()
})

test("a new name that is known in another Unicode form is not entered as another person", async () => {
  const { page, send } = await openScreen({
    name: null,
    path: "/dashboard/tasks/T-1",
    given: ({ add }) => add({ title: "Hers", assignee: composed }),
  })
  await panel(page).getByLabel("New comment").fill("Hello")
  await page.keyboard.press("Control+Enter")
  await page.getByRole("dialog").getByLabel("Your name").fill(apart)
  await page.keyboard.press("Enter")
  await panel(page).locator(".comment", { hasText: "Hello" }).waitFor()
  expect((await send("GET", "/agents")).body["agents"]).toMatchObject([{ name: composed, kind: "agent" }])
})

test("the dashboard compares names by the rule of the server only", () => {
  // What these make lower case is text that is searched, a key, an address or a word in a sentence.
  const others = [
    "change/colours.ts",
    "change/command-files.ts",
    "frame/app.tsx",
    "frame/rail.tsx",
    "page/keys.ts",
    "page/route.ts",
    "palette/use-palette.ts",
    "task/use-find.ts",
    "words/field-names.ts",
    "words/links.ts",
    "words/rank.ts",
  ]
  const folder = "src/dashboard"
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /to(?:Locale)?LowerCase/.test(readFileSync(join(folder, file), "utf8")))
  expect(found.sort()).toEqual(others)
})
