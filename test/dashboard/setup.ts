import { afterEach } from "vitest"
import { untilBrowser } from "../support/browser.ts"
import { endScreens } from "./fixture.ts"

// A file of its own, since it is run for each test file, and the modules that files share are not.
afterEach(endScreens)
await untilBrowser()
