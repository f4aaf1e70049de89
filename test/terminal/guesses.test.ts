import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { runHere } from "../commands/in-process.ts"

/** What users of other tools type, from their documentation and issues, and where it leads. */
interface FirstGuess {
  readonly line: string
  readonly source: string
  /** The request that is sent, or what is said. */
  readonly leads: string
}

const guesses = JSON.parse(readFileSync("test/terminal/guesses.json", "utf8")) as FirstGuess[]

/** A server that keeps the last request, knows every task by its id, and refuses all else. */
let asked = ""
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on("data", (part: Buffer) => parts.push(part))
  request.on("end", () => {
    const { method = "", url = "" } = request
    const known = /^\/tasks\/(T-\d+)$/.exec(url)?.[1]
    asked = `${method} ${decodeURIComponent(url)} ${Buffer.concat(parts).toString()}`.trim()
    const isRead = method === "GET" && known !== undefined
    const task = { id: known, version: 1, tags: ["core"], blockedBy: ["T-1"], done_criteria: ["one"] }
    response.writeHead(isRead ? 200 : 409, {
      "upnext-seq": "1",
      "content-type": isRead ? "application/json" : "application/problem+json",
    })
    response.end(
      JSON.stringify(
        isRead ? { task } : { code: "invalid_transition", status: 409, title: "x", detail: "x", hint: "x" },
      ),
    )
  })
})
let url = ""
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

/** Where a line leads: the last request, without who asks; else the first line of what is said, and its hint. */
async function lead(line: string): Promise<string> {
  asked = ""
  const words = [...line.matchAll(/((?:[^\s"]|"[^"]*")+)/g)].map(([word]) => word.replaceAll('"', ""))
  const env = { PATH: process.env["PATH"], HOME: "/nonexistent", UPNEXT_URL: url, UPNEXT_AGENT: "ann" }
  const { stderr, stdout } = await runHere(words.slice(1), env, "", "/tmp")
  const sent = asked
    .replace(/"(?:(?:agent|author|createdBy)":"ann"|host":"[^"]*"),?/g, "")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replace(/,?\}$/, "}")
  const said = (stderr || stdout)
    .trim()
    .split("\n")
    .slice(0, 2)
    .join(" ")
    .replace(/^error /, "")
  return (
    sent ||
    said
      .replaceAll(` --url ${url}`, "")
      .replace(/ hint {2}`upnext help all.*/, "")
      .slice(0, 160)
  )
}

test.each(guesses)("$line", async ({ line, leads }) => {
  expect(await lead(line)).toBe(leads)
})

test("of these 95 % lead on", () => {
  expect(guesses.length).toBeGreaterThan(250)
  const lost = guesses.filter(({ leads }) =>
    /shows all its arguments and flags|^(?:There is no command `[^`]+`|`[^`]+` cannot be used like this)\.$/.test(
      leads,
    ),
  )
  expect(lost.length / guesses.length).toBeLessThan(0.05)
})
