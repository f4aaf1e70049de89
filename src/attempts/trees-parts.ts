// The contents of `dist/trees.cjs`: the trees of a repository. Only a command that will call git loads it.

export const trees = () => import("./trees/trees.ts")
export const attempts = () => import("./trees/attempts.ts")
export const repository = () => import("../repository/repository.ts")
export const shown = () => import("../repository/show-change.ts")
export const landing = () => import("./land/land.ts")
