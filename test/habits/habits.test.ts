import { test } from "vitest"
import { createRandom } from "../support/random.ts"
import { serverForFile } from "../support/server.ts"
import { createAudit } from "./audit.ts"
import { nextAct } from "./people.ts"
import { createWorld } from "./world.ts"

const landed = serverForFile()
const done = serverForFile({ UPNEXT_EDGES: "done" })

/** Five short ones in the suite. UPNEXT_LONG=1 looks for more, from UPNEXT_FIRST_SEED on. */
const isLong = process.env["UPNEXT_LONG"] !== undefined
const first = Number(process.env["UPNEXT_FIRST_SEED"] ?? 1)
const count = Number(process.env["UPNEXT_SEEDS"] ?? (isLong ? 300 : 5))
const seeds = Array.from({ length: count }, (_, i) => first + i)
const steps = isLong ? 25 : 5

/** Agents and people with any habits, in two clones with two boards. Audited from outside after each step. */
test.each(seeds)("what agents and people do in two clones breaks no promise, seed %i", async (seed) => {
  const world = await createWorld(createRandom(seed), { landed: landed.url, done: done.url })
  const audit = createAudit(world)
  for (let step = 0; step < steps; step += 1) {
    await nextAct(world)
    await audit()
  }
})
