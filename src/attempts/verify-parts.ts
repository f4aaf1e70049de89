// The parts of `dist/verify.cjs`, for the commands that run checks. No other command loads them.

export const verifyTask = () => import("./verify/verify-task.ts")
export const namedTree = () => import("./verify/named-tree.ts")
export const allowChecks = () => import("./verify/allow.ts")
export const verifyForTool = () => import("./verify/verify-for-tool.ts")
