import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { homedir, tmpdir, userInfo } from "node:os"
import { join, resolve } from "node:path"
import { afterEach, expect, test, vi } from "vitest"
import { asRefusal } from "../../src/machine/file-errors.ts"
import { configDirectory, ownHome } from "../../src/machine/own-home.ts"

afterEach(() => void vi.unstubAllEnvs())

test.each([
  ["~/x", join(homedir(), "x")],
  ["~", homedir()],
  ["x", resolve("x")],
  ["/x/~/y", "/x/~/y"],
  ["", join(homedir(), ".upnext")],
  [" ", join(homedir(), ".upnext")],
])("the home %j is %s", (UPNEXT_HOME, home) => {
  expect(ownHome({}, { UPNEXT_HOME })).toBe(home)
  expect(ownHome({ home: UPNEXT_HOME }, {})).toBe(home)
})

test.each(["", "x"])("HOME=%s never leads into the working directory", (home) => {
  vi.stubEnv("HOME", home)
  expect(ownHome({}, {})).toBe(join(userInfo().homedir, ".upnext"))
  expect(configDirectory({ XDG_CONFIG_HOME: home })).toBe(join(userInfo().homedir, ".config"))
})

test.runIf(process.getuid?.() === 0)("a place of another user is refused with the owner", () => {
  const directory = mkdtempSync(join(tmpdir(), "upnext-owner-"))
  const path = join(directory, "config.json")
  writeFileSync(path, "")
  chownSync(path, 65_534, 65_534)
  const cause = Object.assign(new Error("no"), { code: "EACCES", path })
  expect(asRefusal(cause, directory)).toMatchObject({
    code: "home_not_writable",
    message: `${directory} may not be read or written by this user: ${path} belongs to user 65534.`,
    facts: { path: directory, obstacle: "owner" },
  })
  rmSync(directory, { recursive: true })
})
