import { boardShots } from "./board-shots.js"
import { click, command, first, move, press, search } from "./acts.js"
import { taskShots } from "./task-shots.js"

/**
 * What is pictured of the busy board: the name of the picture, the address below `/dashboard`, what must be there before
 * anything is done, what is done, and afterwards undone, what is scrolled to, what the browser remembers, and the sizes,
 * where they are not all but the wall.
 */
export function shotsOf(ids) {
  const task = (title) => `/tasks/${ids.get(title)}`
  const card = (title) => `[data-task="${ids.get(title)}"]`
  const tokens = "Store payment methods as tokens"
  const wide = ["desktop", "tablet"]
  const inPanel = { path: task(tokens), wait: ".panel .mention" }
  return [
    ...boardShots(task),
    { name: "list", path: "/list", wait: ".list [data-task]", isOnWall: true },
    { name: "list-compact", path: "/list", wait: ".list [data-task]", stored: { density: "compact" } },
    { name: "list-task", path: `/list${task(tokens)}`, wait: ".panel .mention" },
    { name: "list-selected", path: "/list", wait: ".list [data-task]", act: selectRows },
    { name: "stuck", path: "/list?stuck=1", wait: ".list [data-task]", isOnWall: true },
    ...["now", "needs-you", "team", "activity"].map((view) => ({
      name: view,
      path: `/${view}`,
      wait: "main li, .wall-task",
      isOnWall: true,
    })),
    { name: "now-task", path: `/now${task(tokens)}`, wait: ".panel .mention" },
    { name: "needs-you-task", path: `/needs-you${task(tokens)}`, wait: ".panel .mention", sizes: wide },
    { name: "needs-you-end", path: "/needs-you", wait: "main li", scrollTo: "main li >> nth=-1" },
    {
      name: "needs-you-words",
      path: "/needs-you",
      wait: "main li",
      scrollTo: ".need-form",
      act: async (page) => {
        const asks = page.locator(".need.is-chosen button[aria-keyshortcuts=r]")
        for (let i = 0; i < 30 && (await asks.count()) === 0; i++) await page.keyboard.press("j")
        await page.keyboard.press("r")
        await page.locator(".need-form textarea").waitFor()
      },
    },
    { name: "notify", path: "/needs-you", wait: "main li", act: click("Notify me", "dialog[open]") },
    { name: "team-task", path: `/team${task(tokens)}`, wait: ".panel .mention", sizes: wide },
    { name: "team-end", path: "/team", wait: ".host", scrollTo: ".host >> nth=-1" },
    { name: "team-pause", path: "/team", wait: ".agent", act: click(/^Change wren/, ".menu-list") },
    {
      name: "team-paused",
      path: "/team",
      wait: ".agent",
      act: async (page, send) => {
        await send("POST", "/team/pause", {
          reason: "The payment provider is down: nobody should take a task now",
        })
        await page.locator(".paused-note").waitFor()
      },
      after: (_, send) => send("POST", "/team/resume", {}),
    },
    {
      name: "activity-filters",
      path: "/activity",
      wait: ".event",
      sizes: ["phone"],
      act: click("Filters", ".filters.is-open"),
    },
    { name: "activity-task", path: `/activity${task(tokens)}`, wait: ".panel .mention", sizes: wide },
    { name: "flow", path: "/flow", wait: ".chart canvas >> nth=1", isOnWall: true },
    { name: "flow-middle", path: "/flow", wait: ".age", scrollTo: ".ages" },
    { name: "flow-end", path: "/flow", wait: ".table-box", scrollTo: ".view-body > :last-child" },
    {
      name: "flow-numbers",
      path: "/flow",
      wait: ".chart canvas >> nth=1",
      scrollTo: ".numbers",
      act: (page) => page.locator(".numbers summary").first().click(),
    },
    { name: "flow-task", path: `/flow${task(tokens)}`, wait: ".chart canvas >> nth=1", sizes: wide },
    { name: "accounts", path: "/accounts", wait: ".nothing" },
    { name: "graph", path: "/graph", wait: ".node", isOnWall: true },
    { name: "graph-task", path: `/graph${task("Pay with one tap")}`, wait: ".node", sizes: wide },
    ...taskShots(task),
    { name: "new-task", wait: ".card", act: press("n", "dialog[open]") },
    { name: "new-task-refused", wait: ".card", act: first(press("n", "dialog[open]"), createWrongly) },
    { name: "move", wait: card(tokens), act: move(card(tokens)) },
    { name: "move-block", wait: card(tokens), act: move(card(tokens), "Block") },
    { name: "help", wait: ".card", act: press("?", "dialog[open]") },
    {
      name: "name",
      wait: ".card",
      stored: { name: null },
      sizes: [...wide, "phone"],
      act: async (page) => {
        await page.locator(".own > button").click()
        await click("Your name", "dialog[open]")(page)
      },
    },
    { name: "palette", wait: ".card", act: press("Control+k", ".palette [role=option]") },
    { name: "palette-found", wait: ".card", act: search("payment") },
    { name: "palette-task", ...inPanel, act: press("Control+k", ".palette [role=option]") },
    { name: "palette-step", ...inPanel, act: command("assign") },
    {
      name: "palette-nothing",
      wait: ".card",
      act: first(press("Control+k", ".palette [role=option]"), (page) => page.keyboard.type("zzzzqq")),
    },
    ...["", "team", "flow", "activity", "graph"].map((view) => ({
      name: `past-${view || "board"}`,
      path: `${view && `/${view}`}?at=700`,
      wait: ".time-happened",
    })),
    { name: "past-task", path: `${task(tokens)}?at=900`, wait: ".panel h2" },
    { name: "unknown-page", path: "/nowhere", wait: "h1" },
  ]
}

/** Pictures of a board without a task. */
export const emptyShots = ["", "list", "needs-you", "team", "activity", "flow", "graph", "now"].map(
  (view) => ({
    name: `empty-${view || "board"}`,
    path: view && `/${view}`,
    wait: view === "now" ? ".wall" : "main",
  }),
)

/** A picture of a server that wants to know who it is. */
export const lockedShots = [{ name: "token", wait: "dialog[open]" }]

// --- internal ---

async function selectRows(page) {
  for (const n of [2, 3, 5]) {
    await page.locator(".list [data-task]").nth(n).focus()
    await page.keyboard.press("x")
  }
  await page.locator(".selection").waitFor()
}

async function createWrongly(page) {
  await page.getByRole("dialog").getByLabel("Title").fill("Ship it")
  await page.keyboard.press("Shift+Enter")
  await page.getByRole("dialog").getByLabel("Estimate").fill("soon")
  await page.keyboard.press("Enter")
  await page.locator("dialog .field-error").first().waitFor()
}
