import type { Policy } from "../../src/domain/context.ts"
import { minute } from "./time.ts"

/** The settings of every board. A task may fail and run out so seldom that a run reaches both ends. */
export const policy: Policy = {
  lease: 2 * minute,
  maxAttempts: 2,
  maxExpiries: 3,
  escalation: { api: ["Bob", "mira", "cy"] },
  reflection: "optional",
  criteria: "optional",
  checks: "optional",
  host: "simulated",
}
