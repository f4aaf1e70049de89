import { expect, test } from "vitest"
import { waysToAdd, waysToConnect } from "../../../src/dashboard/words/first-steps.ts"

const linesOf = (page: string, token: string | null = null) =>
  waysToConnect(new URL(page), token !== null).map(({ code }) => code)

test.each(["http://127.0.0.1:4445", "http://localhost:4445", "http://[::1]:4445", "http://127.0.0.2:4445"])(
  "at %s the commands find the server of this machine by themselves",
  (page) => {
    expect(linesOf(page)).toEqual([
      "upnext init --agents",
      `claude mcp add --transport http upnext ${new URL(page).origin}/mcp`,
      "upnext work --agent ann -- ./do-the-work",
    ])
  },
)

test("at another port they name the server, which may be of a home that the shell does not name", () => {
  const page = "http://127.0.0.1:5000/dashboard"
  expect(waysToAdd(new URL(page))[0]?.code).toBe('upnext add "Write the README" --url http://127.0.0.1:5000')
  expect(linesOf(page)[0]).toBe("upnext init --agents --url http://127.0.0.1:5000")
})

test("on another machine they name the server, and the tools get the token from the environment", () => {
  expect(linesOf("https://upnext.example:8443/dashboard", "secret")).toEqual([
    "upnext init --agents --url https://upnext.example:8443",
    "claude mcp add --transport http upnext https://upnext.example:8443/mcp \\\n  --header 'Authorization: Bearer ${UPNEXT_TOKEN}'",
    "upnext work --agent ann --url https://upnext.example:8443 -- ./do-the-work",
  ])
})
