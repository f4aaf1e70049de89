import { click } from "./acts.js"
import { open } from "./team.js"

/** What is pictured of a task that is open. */
export function taskShots(task) {
  const tokens = "Store payment methods as tokens"
  const cent = "Totals are off by a cent with two vouchers"
  const wide = ["desktop", "tablet"]
  const inPanel = { path: task(tokens), wait: ".panel .mention" }
  const change = { path: task("Make the search forgive spelling"), wait: ".panel .diff mark" }
  return [
    { name: "task", ...inPanel, isOnWall: true },
    { name: "task-middle", ...inPanel, scrollTo: ".panel .comments" },
    { name: "task-end", ...inPanel, scrollTo: ".panel .history li >> nth=-1" },
    { name: "task-wide", ...inPanel, stored: { panel: "900" }, sizes: wide },
    { name: "task-narrow", ...inPanel, stored: { panel: "320" }, sizes: wide },
    { name: "task-moves", ...inPanel, act: click("More moves", ".menu-list") },
    { name: "task-property", ...inPanel, act: click("Add property", ".add-property .menu-list") },
    { name: "task-mention", ...inPanel, act: mentionSomebody },
    {
      name: "task-conflict",
      ...inPanel,
      act: meetConflict(task(tokens)),
      after: (_, send) =>
        send("PATCH", task(tokens), { description: open.find(({ title }) => title === tokens).description }),
    },
    {
      name: "task-in-review",
      path: task("Reconcile payouts with the bank statement"),
      wait: ".panel .review",
      act: click("Request changes", ".panel .field-error"),
    },
    { name: "task-change", ...change, sizes: [...wide, "phone", "wall"] },
    { name: "task-change-lines", ...change, scrollTo: ".panel .line-comments" },
    {
      name: "task-change-comment",
      ...change,
      scrollTo: ".panel .line-form",
      act: click("Comment on src/search/find.ts:22", ".panel .line-form"),
    },
    {
      name: "task-blocked",
      path: task("Renew the certificate of the payment gateway"),
      wait: ".panel .reason",
    },
    { name: "task-stuck", path: task("Move the nightly jobs off the web servers"), wait: ".panel .reason" },
    { name: "task-waits", path: task("One-tap payment in the app"), wait: ".panel .dependencies" },
    { name: "task-output", path: task(cent), wait: ".panel .output .line", scrollTo: ".panel .output" },
    {
      name: "task-output-search",
      path: task(cent),
      wait: ".panel .output .line",
      scrollTo: ".panel .output",
      act: searchOutput,
    },
    { name: "task-done", path: "/activity/tasks/T-1", wait: ".panel h2" },
    { name: "task-missing", path: "/tasks/T-99999", wait: ".panel" },
  ]
}

// --- internal ---

async function mentionSomebody(page) {
  await page.getByLabel("New comment").fill("As we said with ")
  await page.getByLabel("New comment").press("End")
  await page.keyboard.type("@j")
  await page.locator(".mention-list").waitFor()
}

function meetConflict(path) {
  return async (page, send) => {
    const text = "Our provider keeps the card, we keep a **token**."
    await page.getByRole("button", { name: "Edit: Description" }).click()
    await page.getByRole("textbox", { name: "Description" }).fill(`${text} Nothing else.`)
    await send("PATCH", path, { description: `${text} The audit gets smaller.` })
    await page.locator(".conflict").waitFor()
  }
}

async function searchOutput(page) {
  await page.getByLabel("Search the output").fill("totals")
  await page.locator(".is-current").waitFor()
}
