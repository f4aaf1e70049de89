// What `dist/setup.cjs` is made of. `upnext init --agents` and `upnext doctor` load it; a server never does.
export { prepareOnboarding } from "./onboard.ts"
export { readRecord } from "./record-file.ts"
export { recordPath } from "./record.ts"
export { findRoot, readPlace } from "./repository.ts"
