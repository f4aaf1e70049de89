// What `dist/runner.cjs` holds. The commands for events and needs load it to run a command of the user.

export * from "../attempts/parts.ts"
export const eachEvent = () => import("./events/each.ts")
export const eachNeed = () => import("./needs/follow.ts")
