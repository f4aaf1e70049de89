// What `dist/runner.cjs` holds of attempts: their trees, checks and workers.

export * from "./trees-parts.ts"
export const namedTree = () => import("./verify/named-tree.ts")
export const verifyTask = () => import("./verify/verify-task.ts")
export const verifyForTool = () => import("./verify/verify-for-tool.ts")
export const allowChecks = () => import("./verify/allow.ts")
export const knownAgents = () => import("./work/known-agents.ts")
export const worker = () => import("./work/worker.ts")
export const pulls = () => import("./pull/pulls.ts")
export const workerPulls = () => import("./pull/worker-pulls.ts")
