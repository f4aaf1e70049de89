// What `dist/notify.cjs` is made of: how people are told what waits for them. A server that tells nobody never loads this.
export { openNotify } from "./open.ts"
export { sayReach, tryTargets } from "./try-targets.ts"
