// What `dist/import.cjs` holds, for `upnext import` and `upnext plan`: the readers, and the packages that they read with.
// No other command loads it.

export const importer = () => import("./import/bring.ts")
export const aborter = () => import("./import/abort.ts")
export const readPlan = () => import("./plan/parse.ts")
export const knownTitles = () => import("./plan/known-titles.ts")
export const printPlan = () => import("./plan/print.ts")
export const ticker = () => import("./export/into.ts")
