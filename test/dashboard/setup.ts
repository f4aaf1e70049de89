import { afterEach } from "vitest"
import { untilBrowser } from "../support/browser.ts"
import { endScreens } from "./fixture.ts"

// Every browser that the page runs in has it; Node.js 20, which runs the unit tests, does not.
if (!("groupBy" in Map))
  Object.assign(Map, {
    groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K) {
      const groups = new Map<K, T[]>()
      for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
      return groups
    },
  })

// A file of its own, since it is run for each test file, and the modules that files share are not.
afterEach(endScreens)
await untilBrowser()
