import { execFileSync, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"

/** True if the shell finds this program. */
export function hasProgram(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" }).status === 0
}

/**
 * Makes sure that a program is there. As root on Debian it installs the package of the same name.
 * @returns false if the program is missing and cannot be installed; the test then skips and says so
 * @throws in CI, where nothing may be skipped
 */
export function ensureProgram(program: string): boolean {
  if (hasProgram(program)) return true
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    // The lock keeps two test files from installing at once.
    const install = `command -v ${program} || { apt-get update && apt-get install -y ${program}; }`
    execFileSync("flock", ["/tmp/upnext-install.lock", "sh", "-c", install], { stdio: "inherit" })
    if (hasProgram(program)) return true
  }
  if (process.env["CI"]) throw new Error(`The tests need ${program}: install it first.`)
  console.warn(`skipped: ${program} is not installed, so the tests that need it do not run`)
  return false
}
