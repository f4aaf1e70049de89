// The parts of `dist/runner.cjs`, for the commands that run a command of the user. No other command loads them.

export const knownAgents = () => import("../attempts/work/known-agents.ts")
export const worker = () => import("../attempts/work/worker.ts")
export const eachEvent = () => import("./events/each.ts")
export const pulls = () => import("../attempts/pull/pulls.ts")
export const workerPulls = () => import("../attempts/pull/worker-pulls.ts")
export const eachNeed = () => import("./needs/follow.ts")
export const allowChecks = () => import("../attempts/verify/allow.ts")
