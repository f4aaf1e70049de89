import { search } from "./acts.js"
import { ask } from "./present.js"

/** Pictures of a board with long names and text from right to left. */
export const oddShots = [
  { name: "odd-board", wait: ".card" },
  { name: "odd-compact", wait: ".card", stored: { density: "compact" } },
  { name: "odd-lanes", wait: ".lane-head", stored: { grouping: "assignee" } },
  { name: "odd-palette", wait: ".card", act: search("ה") },
  { name: "odd-task", path: "/tasks/T-1", wait: ".panel h2" },
  { name: "odd-task-rtl", path: "/tasks/T-2", wait: ".panel h2" },
  ...["list", "now", "needs-you", "team", "activity", "graph"].map((view) => ({
    name: `odd-${view}`,
    path: `/${view}`,
    wait: "main [data-task], main li, .wall-task, .node",
  })),
  // The last one: its server is gone then.
  { name: "odd-offline", wait: ".card", act: loseServer },
]

/** Writes what those pictures show, and answers the same address. */
export async function addOdd(url) {
  const send = (method, path, body, agent) => ask(url, method, path, body, agent)
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
  await send("PATCH", "/tasks/T-5", { blockedBy: ["T-1", "T-2"] })
  await send("PATCH", "/tasks/T-6", { parent: "T-3" })
  await send("PATCH", "/tasks/T-4", { status: "blocked", reason: `Waits for ${"theanswer".repeat(20)}` })
  return url
}

// --- internal ---

async function loseServer(page, _, stop) {
  await stop()
  await page.locator(".note").waitFor()
}
