// What `dist/help.cjs` holds: the pages of `upnext help`, and what words mean that name no command. No command loads them.

export const pages = () => import("./help/print.ts")
export const guesses = () => import("../terminal/guesses.ts")
