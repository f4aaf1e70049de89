import { test } from "vitest"
import { addPresent, ask } from "../screenshots/present.js"
import { writePast } from "../screenshots/past.js"
import { shotsOf, type Shot } from "../screenshots/shots.js"
import { goTo, remember, storedFor } from "../screenshots/take.js"
import { expectAccessibleAtWidths, widths } from "./axe.ts"
import { shareScreen } from "./fixture.ts"

/** A busy board of 241 tasks and ten agents. */
let ids: ReadonlyMap<string, string> = new Map()
const screen = shareScreen({
  name: null,
  before: (home) => (ids = writePast(home)),
  given: ({ server }) => addPresent(server.url, ids),
})

/** One of each kind of view, of those that `npm run screenshots` shows, and the part that no other has. */
const seen = [
  ...["board", "list", "now", "stuck", "needs-you", "team", "activity", "flow", "graph", "accounts"].map(
    (view) => [view],
  ),
  ["board-rows-project", ".lanes-head, .lane:nth-of-type(1)"],
  ["board-filtered", ".filter-bar"],
  ["board-filter", ".filter-bar"],
  ["board-display", ".filter-bar"],
  ["board-limits", "[data-column=doing] .column-head"],
  ["board-selected", ".selection, .is-selected"],
  ["board-toast", ".toast"],
  ["board-read-only", ".notes"],
  ["needs-you-words", ".need:has(.need-form)"],
  ["team-pause", ".agent:has(.menu-list)"],
  ["task", ".panel"],
  ["task-moves", ".panel .moves"],
  ["task-property", ".panel .properties"],
  ["task-mention", ".panel .comments"],
  ["task-conflict", ".panel .text-field"],
  ["task-in-review", ".panel .review"],
  ["task-output", ".panel .output"],
  ...["notify", "new-task-refused", "move-block", "help", "name"].map((shot) => [shot, "dialog"]),
  ...["palette", "palette-step"].map((shot) => [shot, "dialog"]),
  ["past-board", ".time-bar"],
] as [name: string, part?: string][]

test.each(seen)(
  "axe finds nothing in %s, in both themes and on a phone, and nothing sticks out",
  async (name, part) => {
    const { page, server } = screen()
    const shot = shotsOf(ids).find((each) => each.name === name)
    if (!shot) throw new Error(`There is no shot ${name}.`)
    await page.setViewportSize({ width: widths[0] ?? 0, height: 800 })
    await page.evaluate(remember, storedFor(shot))
    await goTo(page, server.url, part === "dialog" || part?.startsWith(".panel") ? besideList(shot) : shot)
    await expectAccessibleAtWidths(page, part)
    await shot.after?.(page, (...given) => ask(server.url, ...given))
    await page.unrouteAll()
  },
)

// --- internal ---

/** axe reads the whole page, even to look at a part. So what is the same everywhere is shown over a short list. */
function besideList(shot: Shot): Shot {
  const { path = "", wait } = shot
  if (path.includes("needs-you") || wait.startsWith("[data-task")) return shot
  return { ...shot, path: `/list${path}?stuck=1`, wait: wait === ".card" ? ".list [data-task]" : wait }
}
