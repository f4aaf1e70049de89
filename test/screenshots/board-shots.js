import { click, drag, move, selectTwo } from "./acts.js"

/** What is pictured of the board: its forms, and what is done to it. */
export function boardShots(task) {
  const card = (title) => `[data-task="${task(title).split("/").at(-1)}"]`
  const tokens = "Store payment methods as tokens"
  const wide = ["desktop", "tablet"]
  return [
    { name: "board", wait: ".card", isOnWall: true },
    { name: "board-compact", wait: ".card", stored: { density: "compact" }, isOnWall: true },
    ...["assignee", "project", "parent", "priority"].map((grouping) => ({
      name: `board-rows-${grouping}`,
      wait: ".lane-head",
      stored: { grouping },
    })),
    {
      name: "board-rows-folded",
      wait: ".lane-head",
      stored: {
        grouping: "project",
        folds: JSON.stringify(["cancelled", "done", "project shop", "project docs"]),
      },
    },
    {
      name: "board-folded",
      wait: ".card",
      stored: { folds: JSON.stringify(["cancelled", "done", "blocked"]) },
      sizes: wide,
    },
    {
      name: "board-filtered",
      path: "?priority=P0&priority=P1&overdue=1&project=platform&notTag=data",
      wait: ".chosen",
    },
    { name: "board-filter", wait: ".card", act: click("Filter", ".bar-menu .menu-list") },
    { name: "board-display", wait: ".card", act: click("Display", ".bar-menu .menu-list") },
    { name: "board-no-match", path: "?q=nothing-has-these-words", wait: ".column-empty" },
    {
      name: "board-views",
      wait: ".card",
      sizes: wide,
      stored: {
        views: JSON.stringify([
          { name: "Payments, without bugs", address: "/dashboard?project=payments&notTag=bug" },
          {
            name: "What is late, in rows by agent, whoever it belongs to",
            address: "/dashboard?overdue=1&rows=assignee",
          },
          { name: "Everything", address: "/dashboard" },
        ]),
      },
    },
    {
      name: "board-limits",
      wait: ".card",
      stored: { limits: JSON.stringify({ doing: 6, review: 5, ready: 40 }) },
      sizes: wide,
    },
    { name: "board-selected", wait: card(tokens), act: selectTwo },
    {
      name: "board-drag",
      wait: card("Retry webhooks with growing pauses"),
      sizes: wide,
      act: drag(card("Keyboard focus gets lost in the filter menu"), "[data-column=doing]"),
      after: (page) => page.mouse.up(),
    },
    {
      name: "board-drag-waits",
      wait: card("Pay with one tap"),
      sizes: ["desktop"],
      act: drag(card("Pay with one tap"), "[data-column=blocked] .cards"),
    },
    {
      name: "board-toast",
      wait: card(tokens),
      act: async (page) => {
        await move(card("Retry webhooks with growing pauses"))(page)
        await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).first().click()
        await page.locator(".toast").waitFor()
      },
      after: (_, send) => send("PATCH", task("Retry webhooks with growing pauses"), { status: "todo" }),
    },
    { name: "board-read-only", wait: ".card", act: refuseToSave },
  ]
}

// --- internal ---

async function refuseToSave(page) {
  const detail = "The disk is full: 0 bytes are left on /home."
  await page.route("**/health", (route) =>
    route.fulfill({ status: 503, json: { status: "storage_failed", detail } }),
  )
  await page.route("**/tasks/T-*", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({
          status: 500,
          json: { code: "internal", status: 500, title: "No", detail: "", hint: "" },
        })
      : route.continue(),
  )
  await move("[data-column=ready] [data-task]")(page)
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).first().click()
  await page.locator(".note.danger").waitFor()
  await page.keyboard.press("Escape")
}
