import { execFileSync } from "node:child_process"

/** Builds `dist/` where it is stale. A build is never trusted by itself. */
export default function buildIfStale(): void {
  execFileSync(process.execPath, [".ci/bundle.js"], { stdio: "inherit" })
}
