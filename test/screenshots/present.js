import { open } from "./team.js"
import { leaveWork } from "./work.js"

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
  await print(url, ids.get("Totals are off by a cent with two vouchers"), "juno", testRun)
  await print(url, ids.get(dates), "wren", "\x1b[2m$\x1b[0m npm run shots\n18 of 24 pictures are as before\n")

  const search = "Make the search forgive spelling"
  await leaveWork(send, { url, id: ids.get(search), agent: "juno" })
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

/** Sends a request as a member of the team, and answers what the server says. */
export async function ask(url, method, path, body, agent = "mira") {
  const headers = { "content-type": "application/json", "upnext-actor": encodeURIComponent(agent) }
  const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

// --- internal ---

/** What a command prints for whoever holds the task. */
async function print(url, id, agent, text) {
  const { lease } = await ask(url, "POST", `/tasks/${id}/claim`, { agent }, agent)
  await ask(url, "POST", `/tasks/${id}/output`, { leaseToken: lease.token, text }, agent)
}

const [red, green, yellow, grey, bold, plain] = [31, 32, 33, 90, 1, 0].map((code) => `\x1b[${code}m`)

const testRun = [
  `${bold}npm test -- vouchers${plain}`,
  `${grey}> shop@4.12.0 test${plain}`,
  ` ${green}✓${plain} one voucher, one currency ${grey}(11 ms)${plain}`,
  ` ${green}✓${plain} one voucher, 31 currencies ${grey}(140 ms)${plain}`,
  ` ${red}✗ two vouchers of a third each${plain}`,
  `   ${red}expected 66.66 but got 66.67${plain}`,
  `   ${grey}at sum (src/totals/round.ts:41:9)${plain}`,
  ` ${yellow}! skipped: currencies without decimals${plain}`,
  `${bold}4 tests${plain}, ${green}2 passed${plain}, ${red}1 failed${plain}, ${yellow}1 skipped${plain}`,
  "watching src/totals and test/totals for changes\n",
].join("\n")
