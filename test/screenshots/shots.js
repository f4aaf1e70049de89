/**
 * What is pictured of the busy board: the name of the picture, the address below `/dashboard`, what must be there before
 * anything is done, what is done, and what is scrolled to.
 */
export function shotsOf(ids) {
  const task = (title) => `/tasks/${ids.get(title)}`
  const tokens = task("Store payment methods as tokens")
  const card = `[data-task="${ids.get("Store payment methods as tokens")}"]`
  return [
    { name: "board", wait: ".card" },
    { name: "board-compact", wait: ".card", density: "compact" },
    { name: "board-by-agent", wait: ".lane-head", grouping: "assignee" },
    { name: "board-by-project", wait: ".lane-head", grouping: "project" },
    { name: "board-filtered", path: "?priority=P0&priority=P1&overdue=1", wait: ".chosen" },
    { name: "board-no-match", path: "?q=nothing-has-these-words", wait: ".chosen" },
    { name: "board-selected", wait: card, act: selectTwo },
    { name: "list", path: "/list", wait: ".list [data-task]" },
    { name: "list-task", path: `/list${tokens}`, wait: ".panel .mention" },
    ...["now", "working", "stuck", "ready", "needs-you", "team", "activity"].map((view) => ({
      name: view,
      path: `/${view}`,
      wait: "main li, .wall-task",
    })),
    { name: "flow", path: "/flow", wait: ".chart canvas >> nth=1" },
    { name: "task", path: tokens, wait: ".panel .mention" },
    { name: "task-end", path: tokens, wait: ".panel .mention", scrollTo: ".panel .mention" },
    { name: "task-review", path: task("Show delivery dates in the checkout"), wait: ".panel h2" },
    { name: "task-done", path: "/activity/tasks/T-1", wait: ".panel h2" },
    { name: "task-missing", path: "/tasks/T-99999", wait: ".panel" },
    { name: "new-task", wait: ".card", act: pressKey("n", "dialog[open]") },
    { name: "move", wait: card, act: move(card) },
    { name: "help", wait: ".card", act: pressKey("?", "dialog[open]") },
    { name: "palette", wait: ".card", act: pressKey("Control+k", ".palette [role=option]") },
    { name: "palette-found", wait: ".card", act: search("payment") },
    { name: "unknown-page", path: "/nowhere", wait: "h1" },
  ]
}

/** Pictures of a board without a task. */
export const emptyShots = ["", "needs-you", "team", "activity", "flow", "now"].map((view) => ({
  name: `empty-${view || "board"}`,
  path: view && `/${view}`,
  wait: view === "now" ? ".wall" : "main",
}))

/** Pictures of a board with long names and text from right to left. */
export const oddShots = [
  { name: "odd-board", wait: ".card" },
  { name: "odd-lanes", wait: ".lane-head", grouping: "assignee" },
  { name: "odd-task", path: "/tasks/T-1", wait: ".panel h2" },
  { name: "odd-task-rtl", path: "/tasks/T-2", wait: ".panel h2" },
  ...["list", "now", "needs-you", "team", "activity"].map((view) => ({
    name: `odd-${view}`,
    path: `/${view}`,
    wait: "main [data-task], main li, .wall-task",
  })),
]

/** Writes what those pictures show. */
export async function addOdd(url) {
  const send = async (method, path, body, agent = "mira") => {
    const headers = { "content-type": "application/json", "upnext-actor": encodeURIComponent(agent) }
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  }
  const long = "an-agent-with-a-name-that-is-as-long-as-a-name-may-be-on-a-board"
  const words =
    "Move the settlement of marketplace orders to the ledger without losing a cent of what is under way"
  const tasks = [
    {
      title: `${words}, and tell the sellers what changes for them and from when on`,
      project: "marketplace-settlement",
    },
    {
      title: "הוסף תמיכה בתשלומים בתשלומים חודשיים לקופה החדשה",
      description: "יש לבדוק **קופה** ואת `checkout.ts`.",
      project: "תשלומים",
    },
    { title: "أضف طريقة الدفع عند الاستلام إلى صفحة السلة", tags: ["دفع", "سلة"], priority: "P0" },
    {
      title: `Averylongwordwithoutanyplacetobreak${"x".repeat(80)}`,
      tags: ["a-tag-that-goes-on-and-on", "another-long-tag", "t3", "t4"],
    },
    { title: "支付页面在手机上显示不完整,需要重新设计布局", project: "结账", priority: "P1" },
    { title: "Emoji 👩‍👩‍👧‍👦 in a title, and e\u0301 that is two characters", priority: "P3" },
    { title: "Short", dueAt: new Date(Date.now() - 86_400_000).toISOString() },
  ]
  await send("POST", "/tasks/batch", { tasks })
  await send("POST", "/tasks/T-1/claim", { agent: long }, long)
  await send("POST", "/tasks/T-2/claim", { agent: "משה" }, "משה")
  await send(
    "POST",
    "/tasks/T-1/comments",
    { author: long, content: `@mira ${"word".repeat(60)} or shorter?` },
    long,
  )
  await send(
    "POST",
    "/tasks/T-2/comments",
    { author: "משה", content: "@mira האם זה בסדר? See `checkout.ts`." },
    "משה",
  )
  await send("PATCH", "/tasks/T-4", { status: "blocked", reason: `Waits for ${"theanswer".repeat(20)}` })
}

// --- internal ---

function pressKey(key, then) {
  return async (page) => {
    await page.keyboard.press(key)
    await page.locator(then).first().waitFor()
  }
}

function search(words) {
  return async (page) => {
    await pressKey("Control+k", ".palette [role=option]")(page)
    await page.keyboard.type(words)
    await page.locator(".palette .id").first().waitFor()
  }
}

function move(card) {
  return async (page) => {
    await page.locator(card).first().focus()
    await pressKey("m", "dialog[open]")(page)
  }
}

async function selectTwo(page) {
  for (const n of [0, 1]) {
    await page.locator("[data-column=ready] [data-task]").nth(n).focus()
    await page.keyboard.press("x")
  }
  await page.locator(".selection").waitFor()
}
