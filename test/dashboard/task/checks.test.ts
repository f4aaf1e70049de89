import { expect, test } from "vitest"
import { expectAccessibleAtWidths } from "../axe.ts"
import { openScreen, panel, type Screen } from "../fixture.ts"

const tree = "a".repeat(40)

async function checked({ add, send }: Screen) {
  await add({
    title: "Deploy it",
    done_criteria: ["tests pass", "the page loads"],
    criteriaChecks: { "tests pass": "test" },
    checks: ["lint"],
  })
  await send("POST", "/tasks/T-1/claim", { agent: "bo" })
  const report = (more: object) =>
    send("POST", "/tasks/T-1/checks", { agent: "bo", durationMs: 41_000, tree, ...more })
  await report({ check: "lint", status: "failed", exitCode: 1, output: "<b>line 3</b>: no semicolon" })
  await report({ check: "test", status: "passed", exitCode: 0 })
}

test("the panel shows what the checks came to, as it comes", async () => {
  const { page, send } = await openScreen({ given: checked, path: "/dashboard/tasks/T-1" })
  const checks = panel(page).locator(".checks li")
  await checks.getByText("lint failed").waitFor()
  expect(await checks.count()).toBe(2)
  await checks.getByText("Latest output").click()
  await checks.getByText("<b>line 3</b>: no semicolon").waitFor()
  const criterion = panel(page).getByRole("checkbox", { name: "tests pass" })
  expect([await criterion.isDisabled(), await criterion.isChecked()]).toEqual([true, true])
  await panel(page).getByText("test · exit 0 · 41 s · files aaaaaaa").first().waitFor()
  await expectAccessibleAtWidths(page)

  // Other files: what passed on those of before counts no more.
  await send("POST", "/tasks/T-1/checks", {
    agent: "bo",
    check: "lint",
    status: "passed",
    exitCode: 0,
    tree: "b".repeat(40),
  })
  await checks.getByText("test is stale: the files or the attempt changed").waitFor()
  await panel(page).getByRole("checkbox", { name: "tests pass", checked: false }).waitFor()
  await panel(page).getByText("Decided by the check test").waitFor()
})

test("checks are named, and criteria stand on them, in the panel", async () => {
  const { page, send } = await openScreen({
    given: ({ add }) => add({ title: "Deploy it", done_criteria: ["tests pass"] }),
    path: "/dashboard/tasks/T-1",
  })
  await panel(page).getByRole("button", { name: "Add checks" }).click()
  await panel(page).getByRole("textbox", { name: "Checks" }).fill("lint\nunit tests")
  await panel(page).getByRole("button", { name: "Save" }).click()
  await panel(page).locator(".checks li").getByText("unit tests was not run").waitFor()
  await panel(page).getByRole("button", { name: "Edit: Done when" }).click()
  await panel(page).getByRole("textbox", { name: "Done when" }).fill("tests pass (check: unit tests)")
  await panel(page).getByRole("button", { name: "Save" }).click()
  await panel(page).getByText("Decided by the check unit tests").waitFor()
  expect((await send("GET", "/tasks/T-1")).body["task"]).toMatchObject({
    checks: ["lint", "unit tests"],
    criteriaChecks: { "tests pass": "unit tests" },
  })
})
