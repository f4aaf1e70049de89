// What `dist/reports.cjs` holds: pages of numbers, needs and past commands, and the file of an export. No other command loads them.

export const stats = () => import("./stats/page.ts")
export const digest = () => import("./digest/read.ts")
export const needs = () => import("./needs/page.ts")
export const undone = () => import("./undo/listed.ts")
export const historyBy = () => import("./history/by-account.ts")
export const wholeFile = () => import("./export/whole-file.ts")
