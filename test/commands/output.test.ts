import { spawn } from "node:child_process"
import { expect, test } from "vitest"
import { createClient } from "../../src/client/client.ts"
import { until } from "../support/worker.ts"
import { serve } from "./upnext.ts"

const served = await serve({ env: { UPNEXT_AGENT: "ann" } })
const { upnext } = served

/** A task that Ann holds, and how its command prints. */
async function hold() {
  const client = createClient({ url: served.server.url })
  const { task } = await client.task.create({ title: "Print" })
  const { lease } = await client.task.claim({ id: task.id, agent: "ann" })
  const leaseToken = lease.token
  const print = (text: string, at?: number) =>
    client.task.sendOutput({ id: task.id, text, leaseToken, ...(at !== undefined && { at }) })
  return { id: task.id, client, leaseToken, print }
}

test("task output shows what is kept, without what could control the terminal; with --json all of it", async () => {
  const { id, print } = await hold()
  const none = await upnext(["task", "output", id])
  expect(none).toMatchObject({ status: 0, stdout: "" })
  expect(none.stderr).toMatch(
    /^None of its output is kept: the server began keeping output (now|\d+s ago)\.\n$/,
  )
  const text = "\u001b[31mred\u001b[0m\u001b]0;title\u0007\n10 %\r55 %\r\nend\u202e\n"
  await print(text, 5)
  expect(await upnext(["task", "output", id])).toMatchObject({
    stdout: "… earlier output is not kept\nred\n55 %\nend<U+202E>\n",
  })
  const coloured = await upnext(["task", "output", id], { FORCE_COLOR: "1" })
  expect(coloured.stdout).toContain("\u001b[31mred\u001b[0m\n")
  expect(coloured.stdout).not.toContain("\u001b]0")
  expect((await upnext(["task", "output", id, "--json"])).json()).toMatchObject({
    output: { text, start: 5 },
  })
  expect((await upnext(["task", "output", "T-999"])).stderr).toContain("no task T-999")
})

test("task output --follow goes on until the task is no longer in progress, and events --output tells the last line", async () => {
  const { id, client, leaseToken, print } = await hold()
  await print("one\n")
  const run = (...args: string[]) => {
    const child = spawn(process.execPath, ["dist/cli.cjs", ...args], {
      env: { PATH: process.env["PATH"], HOME: "/nonexistent", UPNEXT_URL: served.server.url },
      stdio: ["ignore", "pipe", "pipe"],
    })
    let told = ""
    child.stdout.on("data", (part: Buffer) => (told += part.toString()))
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
    return { child, told: () => told, ended }
  }
  const follower = run("task", "output", id, "--follow")
  const events = run("events", "--output", "--task", id, "--json")
  await until(() => follower.told() === "one\n" && events.told().includes('"line":"one"'))
  await print("two\n")
  await until(() => follower.told() === "one\ntwo\n" && events.told().includes('"line":"two"'))
  await client.task.complete({ id, leaseToken, reflection: "x" })
  expect(await follower.ended).toBe(0)
  expect(follower.told()).toBe("one\ntwo\n")
  events.child.kill()
  await events.ended
})

test("events says on standard error that it follows, unless a program reads JSON or only the past", async () => {
  const follow = (...words: string[]) => {
    const child = spawn(process.execPath, ["dist/cli.cjs", "events", ...words, "--url", served.server.url], {
      env: { PATH: process.env["PATH"], HOME: "/nonexistent" },
    })
    let told = ""
    let said = ""
    child.stdout.on("data", (part: Buffer) => (told += part.toString()))
    child.stderr.on("data", (part: Buffer) => (said += part.toString()))
    return { child, told: () => told, said: () => said }
  }
  const fresh = follow()
  await until(() => fresh.said().includes("\n"))
  expect(fresh.said()).toMatch(
    /^Showing events as they happen\. Ctrl-C ends it\. `upnext events .*` shows past/,
  )
  const past = follow("--after", "0")
  await until(() => past.told().includes("\n") && past.said().includes("\n"))
  expect(past.said()).toBe("Showing events as they happen. Ctrl-C ends it.\n")
  const json = follow("--after", "0", "--json")
  await until(() => json.told().includes("\n"))
  expect(json.said()).toBe("")
  for (const { child } of [fresh, past, json]) child.kill()
  expect(await upnext(["events", "--once", "--after", "0"])).toMatchObject({ status: 0, stderr: "" })
})
