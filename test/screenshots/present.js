import { open } from "./team.js"

/** What happens at this moment, told to the server: work finished, checked, talked about, stopped. */
export async function addPresent(url, ids) {
  const send = (method, path, body) => ask(url, method, path, body)
  const post = (title, what, body) => send("POST", `/tasks/${ids.get(title)}/${what}`, body)
  const hosts = {
    ...{ atlas: "studio", wren: "studio", juno: "build-2", pico: "laptop", sol: "build-2" },
    ...{ ferris: "studio", nova: "build-2", oak: "laptop" },
  }
  for (const [name, host] of Object.entries(hosts)) await send("POST", `/agents/${name}/heartbeat`, { host })

  const tokens = "Store payment methods as tokens"
  const dates = "Show delivery dates in the checkout"
  const backup = "Restore last night's backup on a fresh machine"
  await post(tokens, "criteria", {
    criterion: 1,
    agent: "atlas",
    evidence: "Scan of 2.1 million rows, none found",
  })
  await post(tokens, "criteria", { criterion: 3, agent: "juno", evidence: "migrate.test.ts, run 1482" })
  await post(dates, "criteria", { criterion: 2, agent: "wren" })
  await post(backup, "criteria", { criterion: 1, agent: "sol", evidence: "41 minutes" })
  await post(backup, "criteria", { criterion: 2, agent: "sol" })

  const say = (title, author, content) => post(title, "comments", { author, content })
  await say(tokens, "atlas", "Writes go to both since this morning. 14 rows differ, all of them from tests.")
  await say(tokens, "juno", "I cut the connection half-way: the old method stayed usable. See the run above.")
  await say(tokens, "atlas", "@mira may old methods of closed accounts be **deleted** instead of migrated?")
  await say(dates, "wren", "@jonas is a range like _Tue to Thu_ fine where the carrier names no day?")
  await say(
    "Totals are off by a cent with two vouchers",
    "juno",
    "It is rounded twice. @atlas, is that on purpose?",
  )
  await say("Offer gift cards", "jonas", "@mira the texts are ready as soon as we know.")

  await say("Sign in with a passkey", "ferris", "@mira is the mail link still wanted on tablets?")
  await renewBriefly(url, ids)

  for (const { title, holder, finished, blocked, silent } of open) {
    if (finished !== undefined) {
      const reflection = "Small steps made the review easy."
      await post(title, "complete", { agent: holder, summary: finished, reflection })
    }
    if (blocked !== undefined && silent === undefined)
      await send("PATCH", `/tasks/${ids.get(title)}`, { status: "blocked", reason: blocked })
  }
  await send("POST", "/agents/kite/pause", { reason: "Waits for access to the price lists" })
}

/** A lease with less than a minute left. Called again, it lasts as long once more. */
export async function renewBriefly(url, ids) {
  for (const { title, holder, brief } of open)
    if (brief) await ask(url, "POST", `/tasks/${ids.get(title)}/claim`, { agent: holder, lease: "55s" })
}

// --- internal ---

async function ask(url, method, path, body) {
  const headers = { "content-type": "application/json", "upnext-actor": "mira" }
  const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
