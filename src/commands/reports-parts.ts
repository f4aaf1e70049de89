// What `dist/reports.cjs` holds: pages of numbers. No other command loads them.

export const stats = () => import("./stats/page.ts")
export const digest = () => import("./digest/read.ts")
