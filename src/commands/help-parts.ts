// What `dist/help.cjs` holds: the pages of `upnext help`, and what is said
// where words name no command or a list is empty.

export const pages = () => import("./help/print.ts")
export const guesses = () => import("../terminal/guesses.ts")
export const nothing = () => import("./help/nothing-listed.ts")
