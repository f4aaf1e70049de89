// What `dist/reports.cjs` holds: pages of numbers and past commands. No other command loads them.

export const stats = () => import("./stats/page.ts")
export const digest = () => import("./digest/read.ts")
export const undone = () => import("./undo/listed.ts")
export const historyBy = () => import("./history/by-account.ts")
