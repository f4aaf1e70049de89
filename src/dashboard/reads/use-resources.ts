import { call } from "../api/api.ts"
import type { ResourceView } from "../api/types.ts"
import { useRead, type Reading } from "./use-read.ts"

/** What only so many may use at once, as it is taken, opened and closed. */
export function useResources(): Reading<readonly ResourceView[]> {
  return useRead<readonly ResourceView[]>("resources", readResources, {
    isAbout: ({ type }) =>
      type !== "lease.renewed" && type !== "task.commented" && /^(?:resource|task|lease|agent)\./.test(type),
    gatherMs: 500,
  })
}

// --- internal ---

async function readResources() {
  const result = await call("resource.list", {})
  return "refusal" in result ? result : { value: result.value.resources, seq: result.seq }
}
