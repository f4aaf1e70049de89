import { afterAll, afterEach } from "vitest"
import { endChildren } from "./child.ts"
import { endServers } from "./http.ts"
import { endProxies } from "./postgres-proxy.ts"

// A file of its own, since it is run for each test file, and the modules that files share are not.
afterEach(endServers)
afterAll(async () => {
  await endChildren()
  endProxies()
})
