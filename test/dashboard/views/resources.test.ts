import { expect, test } from "vitest"
import { expectAccessible, expectAccessibleAtWidths } from "../axe.ts"
import { openScreen, panel, type Screen } from "../fixture.ts"
import { overflows } from "./overflow.ts"

const path = "/dashboard/team"

async function given({ add, send }: Screen) {
  await send("PUT", "/agents/ann", { resources: ["plan"], skills: ["gpu"], role: "engineer" })
  await send("PUT", "/resources/plan", { capacity: 2, description: "The subscription" })
  await add({ title: "Router", resources: ["src/http"] })
  await add({ title: "Replies", resources: ["src/http/reply"] })
  await send("POST", "/tasks/T-1/claim", { agent: "ann" })
}

test("Team shows each resource: its room, who holds it, who waits, and until when and why it is closed", async () => {
  const { page, send } = await openScreen({ path, given })
  const resource = (name: string) => page.getByRole("listitem", { name, exact: true })
  await resource("plan").getByText("1 of 2 in use").waitFor()
  await resource("plan").getByText("The subscription").waitFor()
  await resource("src/http").getByText("1 of 1 in use").waitFor()
  await resource("src/http").getByText("1 waits: T-2").waitFor()
  await resource("ann").getByText("Draws on plan · Skills: gpu").waitFor()

  // As it happens.
  await send("POST", "/resources/plan/close", { reason: "quota" }, { "upnext-actor": "mira" })
  await resource("plan").getByText("Closed until someone opens it, by mira: quota").waitFor()
  await send("POST", "/tasks/T-1/release", { agent: "ann" })
  await resource("src/http").waitFor({ state: "detached" })
  await send("POST", "/tasks/T-2/claim", { agent: "bo" })
  await resource("src/http/reply").getByRole("link", { name: "T-2" }).click()
  await panel(page).getByRole("heading", { name: "Replies" }).waitFor()
})

test("a resource is closed for a while, opened and given room by who may, with the keyboard alone", async () => {
  const { page, send } = await openScreen({ path, given })
  const resources = async () =>
    (await send("GET", "/resources")).body["resources"] as Record<string, unknown>[]
  const plan = page.getByRole("listitem", { name: "plan", exact: true })
  await plan.getByRole("button", { name: "Change plan" }).press("Enter")
  await page.getByRole("button", { name: "Close…" }).press("Enter")
  const closing = page.getByRole("dialog", { name: "Close plan" })
  await closing.getByLabel("For how long").selectOption("Until a time")
  await expectAccessible(page, "", "dialog")
  expect(await closing.getByRole("button", { name: "Close it" }).isDisabled()).toBe(true)
  await closing.getByLabel("Until", { exact: true }).fill("2099-01-31T12:00")
  await closing.getByLabel("Why").fill("The quota is used up")
  await page.keyboard.press("Enter")
  await plan.getByText("by ada: The quota is used up").waitFor()
  expect((await resources())[0]).toMatchObject({
    closed: { until: expect.stringMatching(/^2099-01-3/) as string, by: "ada" },
  })
  await expectAccessibleAtWidths(page)
  expect(await overflows(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })

  await plan.getByRole("button", { name: "Open plan" }).press("Enter")
  await plan.getByText("Closed until").waitFor({ state: "detached" })
  await plan.getByRole("button", { name: "Change plan" }).press("Enter")
  await page.getByRole("button", { name: "Set the capacity…" }).press("Enter")
  await page.getByLabel("How many tasks can hold the resource at the same time").fill("0")
  await page.keyboard.press("Enter")
  await page.getByRole("dialog").getByRole("alert").waitFor()
  await page.getByLabel("How many tasks can hold the resource at the same time").fill("7")
  await page.keyboard.press("Enter")
  await plan.getByText("1 of 7 in use").waitFor()

  await page.getByRole("button", { name: "Add a resource" }).press("Enter")
  await page.keyboard.type("gpu")
  await page.keyboard.press("Enter")
  await page.getByRole("listitem", { name: "gpu", exact: true }).getByText("Free").waitFor()
  expect((await resources()).map(({ name, declared }) => [name, declared])).toContainEqual(["gpu", true])
})

test("an agent is described where it is listed: its role, its skills, and what it draws on", async () => {
  const { page, send } = await openScreen({ path, given })
  const ann = page.getByRole("listitem", { name: "ann", exact: true })
  await ann.getByRole("button", { name: "Change ann" }).click()
  await page.getByRole("button", { name: "Describe…" }).click()
  const dialog = page.getByRole("dialog", { name: "Describe ann" })
  await expectAccessible(page, "", "dialog")
  await dialog.getByLabel("Skills").fill("gpu, opus")
  await dialog.getByLabel("Draws on").fill("")
  await page.keyboard.press("Enter")
  await ann.getByText("Skills: gpu, opus").waitFor()
  expect(await ann.getByText("Draws on").count()).toBe(0)
  expect((await send("GET", "/agents/ann")).body["agent"]).toMatchObject({
    role: "engineer",
    skills: ["gpu", "opus"],
    resources: [],
  })
})
