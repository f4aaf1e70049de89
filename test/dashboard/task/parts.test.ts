import { expect, test } from "vitest"
import { expectAccessibleAtWidths } from "../axe.ts"
import { addProperty, card, openScreen, panel, type Screen } from "../fixture.ts"

async function plan({ add, send }: Screen) {
  await add({ title: "Move the shop" })
  await add({ title: "Copy the data", parent: "T-1" })
  await add({ title: "Point the name there", parent: "T-1", blockedBy: ["T-2"] })
  await add({ title: "The old backup is broken", discoveredFrom: "T-2" })
  await send("PATCH", "/tasks/T-2", { metadata: { reflection_exempt: true } })
}

test("the panel lists the children of a task, its parent, and what was found in it", async () => {
  const { page, send, add } = await openScreen({ given: plan, path: "/dashboard/tasks/T-1" })
  const part = (name: string | RegExp) =>
    panel(page).locator("section", { has: page.getByRole("heading", { name }) })
  const parts = part(/^Children/)
  await parts.getByText("Children: 0 of 2 done").waitFor()
  await parts.getByText("Point the name there").waitFor()
  expect(await parts.getByRole("link").allInnerTexts()).toEqual([
    expect.stringContaining("T-2"),
    expect.stringContaining("T-3"),
  ])

  // A child that is finished, and one that is new, show without a word about the parent.
  await send("PATCH", "/tasks/T-2", { status: "doing", assignee: "ada" })
  await send("PATCH", "/tasks/T-2", { status: "done" })
  await parts.getByText("Children: 1 of 2 done").waitFor()
  await parts.getByRole("img", { name: "Done" }).waitFor()
  await add({ title: "Tell the customers", parent: "T-1" })
  await parts.getByText("Children: 1 of 3 done").waitFor()
  await parts.getByText("Tell the customers").waitFor()
  await expectAccessibleAtWidths(page)

  await parts.getByText("Copy the data").click()
  await part("Parent").getByText("Move the shop").waitFor()
  const found = part("Found while working on it")
  await found.getByText("The old backup is broken").click()
  await part("Found in").getByText("Copy the data").waitFor()
})

test("a parent is set and taken away in the panel, however fast, and a circle is refused in words", async () => {
  const { page, send } = await openScreen({ given: plan, path: "/dashboard/tasks/T-4" })
  const field = panel(page).getByLabel("Parent")
  await addProperty(page, "Parent")
  await field.fill("t-1")
  await field.press("Enter")
  await expect
    .poll(async () => (await send("GET", "/tasks/T-4")).body["task"])
    .toMatchObject({ parent: "T-1" })
  await field.fill("")
  await field.press("Enter")
  await expect
    .poll(async () => (await send("GET", "/tasks/T-4")).body["task"])
    .toMatchObject({ parent: null })

  // Whoever types on before the answer came is not too fast: both texts are saved, one after the other.
  let answerFirst = () => {}
  const isAnswered = new Promise<void>((resolve) => (answerFirst = resolve))
  await page.route("**/tasks/T-4", async (route) => {
    const response = await route.fetch()
    if (route.request().method() === "PATCH") await isAnswered
    await route.fulfill({ response })
  })
  const parent = async () => (await send("GET", "/tasks/T-4")).body["task"]
  await field.fill("t-2")
  await field.press("Enter")
  await expect.poll(parent).toMatchObject({ parent: "T-2" })
  await field.fill("")
  await field.press("Enter")
  await field.fill("t-3")
  answerFirst()
  await expect.poll(parent).toMatchObject({ parent: null })
  expect(await field.inputValue()).toBe("t-3")
  await field.press("Enter")
  await expect.poll(parent).toMatchObject({ parent: "T-3" })
  expect(await panel(page).getByRole("alert").count()).toBe(0)
  await page.unroute("**/tasks/T-4")

  await page.goto(new URL("/dashboard/tasks/T-1", page.url()).href)
  await addProperty(page, "Parent")
  await field.fill("T-3")
  await field.press("Enter")
  await panel(page).getByRole("alert").getByText("T-1 waits for T-3").first().waitFor()
  expect((await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({ parent: null })
})

test("a card counts the children that are done, as they change", async () => {
  const { page, send } = await openScreen({ given: plan })
  const count = card(page, "T-1").locator(".count")
  await count.getByText("0/2").waitFor()
  expect(await count.getAttribute("title")).toBe("0 of 2 children done")
  expect(await card(page, "T-2").locator(".count").count()).toBe(0)
  await send("PATCH", "/tasks/T-2", { status: "doing", assignee: "ada" })
  await send("PATCH", "/tasks/T-2", { status: "done" })
  await count.getByText("1/2").waitFor()
  await send("DELETE", "/tasks/T-3")
  await count.getByText("1/1").waitFor()
})

test("the graph draws children apart from blockers, and says in words which is which", async () => {
  const { page, send } = await openScreen({
    given: plan,
    path: "/dashboard/graph",
    width: 1440,
    height: 1000,
  })
  const graph = page.getByRole("group", { name: "Graph of open tasks that wait for each other" })
  await graph.locator("[data-task=T-1]").waitFor()
  expect(await graph.locator("path.edge").count()).toBe(3)
  expect(await graph.locator("path.edge.is-part").count()).toBe(2)
  expect(await graph.locator("[data-task=T-3]").innerText()).toContain("child of T-1")
  const legend = page.getByRole("list", { name: "Lines" })
  await legend.getByText("The first task is a child of the second").waitFor()

  for (const id of ["T-2", "T-3"]) await send("PATCH", `/tasks/${id}`, { parent: null })
  await legend.waitFor({ state: "detached" })
  expect(await graph.locator("path.edge").count()).toBe(1)
})
