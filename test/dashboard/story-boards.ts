import { expect } from "vitest"
import type { Screen } from "./fixture.ts"

/** The last task has failed three times in otto's hands, and nora is known. */
export async function withFailures({ add, send }: Screen) {
  for (let i = 1; i <= 5; i++) await add({ title: `Other work ${i}` })
  await send("POST", "/agents/nora/heartbeat", {})
  const id = await add({ title: "Settle the ledger" })
  for (let i = 1; i <= 3; i++) {
    await send("PATCH", `/tasks/${id}`, { status: "doing", assignee: "otto" })
    await send("POST", `/tasks/${id}/claim`, { agent: "otto" })
    await send("POST", `/tasks/${id}/release`, {
      agent: "otto",
      failed: true,
      reason: `ledger.test.ts: run ${i}`,
    })
  }
}

/** Ten tasks in the order in which they were written, the order in which they are wanted, and who waits for whom. */
export const week = {
  titles: ["Ask", "Book", "Call", "Draw", "Edit", "File", "Group", "Hire", "Index", "Judge"],
  wanted: ["File", "Book", "Index", "Ask", "Draw", "Judge", "Call", "Hire", "Edit", "Group"],
  waits: [
    ["Group", "call"],
    ["File", "index"],
    ["Book", "judge"],
  ],
} as const

export async function withWeek({ add }: Screen) {
  for (const title of week.titles) await add({ title })
}

/** What the server says of the week when it is planned. */
export async function expectPlanned(send: Screen["send"]) {
  const read = async (id: string) => (await send("GET", `/tasks/${id}`)).body["task"]
  expect([await read("T-7"), await read("T-6"), await read("T-2")]).toMatchObject([
    { title: "Group", blockedBy: ["T-3"] },
    { title: "File", blockedBy: ["T-9"] },
    { title: "Book", blockedBy: ["T-10"] },
  ])
  const { body } = await send("GET", "/tasks?ready=1&sort=priority&fields=title")
  expect((body["tasks"] as { title: string }[]).map(({ title }) => title)).toEqual(week.wanted.slice(2, 9))
}

export const longName = "reviewer-of-all-invoices"
export const team = ["codex", "codec", "otto", "ines", longName, "אריאל"]

/** A task for each of the team, and T-7, which is nobody's. */
export async function withTeam({ add }: Screen) {
  for (const name of team) await add({ title: `Work of ${name}`, assignee: name, project: "shop" })
  await add({ title: "Free" })
}

/** A worker's claim, and what it reports of the output of its command. */
export async function claimAsWorker({ send }: Pick<Screen, "send">, id: string, agent: string) {
  const claimed = await send("POST", "/tasks/next/claim", { agent, finishedBy: "worker" })
  const { token: leaseToken } = claimed.body["lease"] as { token: string }
  const report = (said: Record<string, unknown>) =>
    send("POST", `/tasks/${id}/heartbeat`, { agent, leaseToken, ...said })
  return { leaseToken, report }
}

/** Two agents at work, of whom something was heard just now. */
export async function withWorkers(screen: Screen) {
  for (const name of ["ann", "cy"])
    await claimAsWorker(screen, await screen.add({ title: `Work of ${name}` }), name)
}

const commit = "b".repeat(40)
const work = {
  ...{ repository: "shop", branch: "upnext/T-1.1-look", base: "main", tree: "d".repeat(40), commit },
  ...{ files: 1, additions: 40, deletions: 40, host: "mill", path: "/home/otto/shop.trees/T-1.1" },
}
const rows = Array.from(
  { length: 40 },
  (_, i) => `-const a${i} = read(${i})\n+const a${i} = await read(${i})`,
)
const patch = `diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,40 +1,40 @@\n${rows.join("\n")}\n`

/** A review with a change, and with a check that ended so. */
export async function withChange(
  { add, send, server }: Screen,
  status: "passed" | "failed",
  title = "Look at it",
  more = "",
) {
  const id = await add({
    ...{ title, reviewer: "ada", checks: ["lint"], done_criteria: ["It works"] },
    description: "The coupon comes before tax.",
  })
  await send("POST", `/tasks/${id}/claim`, { agent: "otto" })
  const sent = await fetch(`${server.url}/tasks/${id}/attachments`, {
    method: "POST",
    headers: { "content-disposition": `attachment; filename="${id}.1.patch"`, "upnext-actor": "otto" },
    body: patch + more,
  })
  const { attachment } = (await sent.json()) as { attachment: { id: string; sha256: string } }
  await send("POST", `/tasks/${id}/work`, {
    ...{ agent: "otto", ...work, patch: { id: attachment.id, sha256: attachment.sha256 } },
  })
  await send("POST", `/tasks/${id}/checks`, {
    ...{ agent: "otto", check: "lint", status, exitCode: status === "passed" ? 0 : 1 },
    ...{ tree: work.tree, durationMs: 1, output: "no" },
  })
  await send("POST", `/tasks/${id}/criteria`, { agent: "otto", criterion: 1, evidence: "seen" })
  await send("POST", `/tasks/${id}/complete`, { agent: "otto", reflection: "x", summary: "Moved it." })
}

/** Ten tasks that wait for the decision of ada. */
export async function withReviews(screen: Screen) {
  for (let i = 1; i <= 10; i += 1) await withChange(screen, "passed", `Review ${i}`)
}
