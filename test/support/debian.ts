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
  if (installPackage(program) && hasProgram(program)) return true
  if (process.env["CI"]) throw new Error(`The tests need ${program}: install it first.`)
  console.warn(`skipped: ${program} is not installed, so the tests that need it do not run`)
  return false
}

/**
 * As root on Debian, installs a package, unless another test file has just done so.
 * @param before a shell command to run first
 * @returns false where it may not
 */
export function installPackage(name: string, before = "true"): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return false
  const isThere = `dpkg -s ${name} 2>/dev/null | grep -q '^Status: install ok installed'`
  // Another one, such as the upgrades that a fresh machine runs by itself, may hold the lock of dpkg for a while.
  const apt = "apt-get -o DPkg::Lock::Timeout=300"
  const install = `${isThere} || { ${before} && ${apt} update && ${apt} install -y ${name}; }`
  // The lock keeps two test files from installing at once.
  execFileSync("flock", ["/tmp/upnext-install.lock", "sh", "-c", install], {
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  })
  return true
}
