import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { openPlace } from "../../src/commands/events/place.ts"
import { UpnextError } from "../../src/errors.ts"

test.each([
  ["../../outside", "notify"],
  ["..", ".."],
  ["a/b", "."],
])("the place of board %j under the name %j stays in the events of the home", async (board, name) => {
  const home = mkdtempSync(join(tmpdir(), "upnext-place-"))
  try {
    const place = await openPlace(join(home, "in", "here"), board, name)
    await place.keep(7)
    await place.close()
    expect(readdirSync(join(home, "in"))).toEqual(["here"])
    const events = join(home, "in", "here", "events")
    const [first = ""] = readdirSync(events)
    const [second = ""] = readdirSync(join(events, first))
    expect(existsSync(join(events, first, second, "place.json"))).toBe(true)
  } finally {
    rmSync(home, { recursive: true })
  }
})

test("a place that cannot be kept is refused by name, not as a defect", async () => {
  const home = mkdtempSync(join(tmpdir(), "upnext-place-"))
  try {
    const place = await openPlace(home, "board", "notify")
    mkdirSync(join(home, "events", "board", "notify", "place.json", "in the way"), { recursive: true })
    await expect(place.keep(7)).rejects.toBeInstanceOf(UpnextError)
    await place.close()
  } finally {
    rmSync(home, { recursive: true })
  }
})
