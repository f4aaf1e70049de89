// What asks a running server, in one import: these commands share nearly all they load, and each further file that
// a process loads costs it 1 to 2 ms.
export { default as agent } from "./agent/index.ts"
export { default as events } from "./events.ts"
export { default as history } from "./history.ts"
export { default as host } from "./host/index.ts"
export { default as inbox } from "./inbox.ts"
export { default as open } from "./open.ts"
export { default as stats } from "./stats.ts"
export { default as status } from "./status.ts"
export { default as stop } from "./stop.ts"
export { default as task } from "./task/index.ts"
export { default as team } from "./team/index.ts"
export { default as work } from "./work.ts"
