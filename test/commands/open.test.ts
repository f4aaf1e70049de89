import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { describe, expect, test } from "vitest"
import { commandFor } from "../../src/terminal/browser.ts"
import { serve, upnext as run } from "./upnext.ts"

const token = { UPNEXT_TOKEN: "a-token-that-is-long-enough" }
const served = await serve({ env: token, server: token })
const { home, upnext } = served

/** A program of this name that records its arguments. */
function fakeBrowser(status: number): { PATH: string; DISPLAY: string; seen: string } {
  const seen = join(home, `seen-${status}`)
  const path = join(home, "xdg-open")
  writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "$#" "$@" > "${seen}"\nexit ${status}\n`)
  chmodSync(path, 0o755)
  return { PATH: `${home}${delimiter}${process.env["PATH"]}`, DISPLAY: ":99", seen }
}

describe.skipIf(process.platform !== "linux")("open", () => {
  test("gives the browser the address as one argument, without the token", async () => {
    await upnext(["task", "add", "x"])
    const { seen, ...browser } = fakeBrowser(0)
    const url = `${served.server.url}/dashboard/tasks/T-1`
    expect(await upnext(["open", "t-1"], browser)).toMatchObject({ status: 0, stdout: `✓ Opened ${url}\n` })
    expect(readFileSync(seen, "utf8")).toBe(`1\n${url}\n`)
    expect((await upnext(["open", "--json"], browser)).json()).toEqual({
      url: `${served.server.url}/dashboard`,
      opened: true,
    })
  })

  test("prints the address if the browser fails, is missing or has no display", async () => {
    const { seen, ...broken } = fakeBrowser(3)
    const printed = { status: 0, stdout: `${served.server.url}/dashboard\n` }
    expect(await upnext(["open"], broken)).toMatchObject(printed)
    expect(existsSync(seen)).toBe(true)
    expect(await upnext(["open"], { DISPLAY: ":99", PATH: "/nonexistent" })).toMatchObject(printed)
    expect(await upnext(["open"])).toMatchObject(printed)
  })

  test("`--print` opens nothing", async () => {
    const { seen, ...browser } = fakeBrowser(7)
    expect((await upnext(["open", "--print"], browser)).stdout).toBe(`${served.server.url}/dashboard\n`)
    expect(existsSync(seen)).toBe(false)
  })
})

test("opens the page also without a token, because the page asks for it", async () => {
  const result = await run(["open", "T-1"], { UPNEXT_URL: served.server.url })
  expect(result.stdout).toBe(`${served.server.url}/dashboard/tasks/T-1\n`)
})

test.each<[string[], number, string]>([
  [["open", "T-99"], 1, "There is no task T-99."],
  [["open", "seven"], 2, '"seven" is not a task id'],
  [["open", "--prnt"], 2, "Did you mean --print?"],
  [["open", "--url", "http://127.0.0.1:1"], 4, "No server is listening at"],
])("%j: exit %i", async (args, status, message) => {
  const result = await upnext(args)
  expect(result.stderr).toContain(message)
  expect(result).toMatchObject({ status, stdout: "" })
})

test("on no platform is the address given to a shell", () => {
  expect(commandFor("darwin", {})).toEqual(["open"])
  expect(commandFor("win32", {})?.[0]).toBe("rundll32.exe")
  expect(commandFor("linux", { WAYLAND_DISPLAY: "wayland-0" })).toEqual(["xdg-open"])
  expect(commandFor("linux", {})).toBeUndefined()
})
