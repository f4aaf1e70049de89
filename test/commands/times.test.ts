import { describe, expect, test } from "vitest"
import { serve } from "./upnext.ts"

const { upnext } = await serve({ env: { TZ: "Europe/Berlin" } })

async function taskOf(args: string[]): Promise<{ dueAt: string; notBefore: string }> {
  const result = await upnext([...args, "--json", "--full"])
  expect(result.stderr).toBe("")
  return result.json()["task"] as { dueAt: string; notBefore: string }
}

describe("times as people type them", () => {
  test("are in the time zone of the shell, and the answer shows what was understood", async () => {
    const at = ["--due-at", "2099-12-01", "--not-before", "2099-07-01 9:00"]
    const added = await upnext(["task", "add", "x", ...at])
    expect(added.stdout).toContain("not before Wed 2099-07-01 09:00 +02:00, due Tue 2099-12-01 23:59 +01:00")
    expect((await upnext(["task", "show", "T-1"])).stdout).toContain("Tue 2099-12-01 23:59 +01:00")
    expect((await upnext(["task", "edit", "T-1", "--due-at", "2099-12-01 17:00"])).stdout).toContain(
      "due Tue 2099-12-01 17:00 +01:00",
    )
  })

  test("may be a duration from now", async () => {
    const begun = Date.now()
    const { dueAt } = await taskOf(["task", "add", "x", "--due-at", "2h"])
    expect(Date.parse(dueAt) - begun - 2 * 3_600_000).toBeGreaterThanOrEqual(0)
    expect(Date.parse(dueAt)).toBeLessThanOrEqual(Date.now() + 2 * 3_600_000)
  })

  test("may be in ISO 8601; an empty value empties the field", async () => {
    const iso = await taskOf(["task", "add", "x", "--due-at", "2099-01-31T12:00:00+02:00"])
    expect(iso.dueAt).toBe("2099-01-31T10:00:00.000Z")
    expect((await taskOf(["task", "edit", "T-1", "--due-at", ""])).dueAt).toBeNull()
  })

  test("are explained by a page of their own, which the help of a command with such a flag names", async () => {
    const page = (await upnext(["help", "times"])).stdout.replace(/\s+/g, " ")
    for (const shown of ["fri 17:00", "or backward (", "or the end with"]) expect(page).toContain(shown)
    for (const command of ["add", "list", "history"])
      expect((await upnext([command, "--help"])).stdout, command).toContain("upnext help times")
    expect((await upnext(["comment", "--help"])).stdout).not.toContain("upnext help times")
  })

  test("mean the past for --since, which has the names of other tools too", async () => {
    for (const past of [
      ["--since", "1h"],
      ["--updated-since", "1h"],
    ])
      expect((await upnext(["task", "list", ...past, "--json"])).json()).toMatchObject({ total: 3 })
    expect((await upnext(["digest", "--days", "2"])).stderr).toBe("")
  })
})

test.each([
  ["someday", "tomorrow 9:00"],
  ["2026-02-30", "tomorrow 9:00"],
  ["999999w", "520w"],
  ["fri 25:00", "tomorrow 9:00"],
])("%j is refused with what works", async (text, works) => {
  const result = await upnext(["task", "add", "x", "--due-at", text])
  expect(result).toMatchObject({ status: 2, stdout: "" })
  expect(result.stderr).toMatch(/^error .*--due-at[^\n]+\nhint {2}[^\n]+\n$/)
  expect(result.stderr).toContain(works)
})

test("the flag is named as it is typed, also where a limit has the time", async () => {
  const result = await upnext(["task", "release", "T-1", "--agent", "ann", "--until", "someday"])
  expect(result).toMatchObject({ status: 2, stdout: "" })
  expect(result.stderr).toMatch(/^error --until takes a time, not "someday"/)
})
