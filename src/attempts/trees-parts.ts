// What `dist/runner.cjs` holds of trees. Only a command that runs git loads it.

export const trees = () => import("./trees/trees.ts")
export const attempts = () => import("./trees/attempts.ts")
export const repository = () => import("../repository/repository.ts")
export const shown = () => import("../repository/show-change.ts")
export const landing = () => import("./land/land.ts")
