import { execFile, execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { promisify } from "node:util"

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
  if (!mayInstall()) return false
  execFileSync("flock", [lock, "sh", "-c", installing([name], before)], { stdio: "inherit", env })
  return true
}

/** Begins to install packages, where it may. Whoever needs them waits `untilInstalled`; the others go on meanwhile. */
export async function beginToInstall(...names: string[]): Promise<void> {
  if (!mayInstall()) return
  const script = `echo begun; exec >/dev/null; flock ${lock} sh -c "$1"`
  // It outlives a run that is over sooner: half of a package would be in the way.
  const child = spawn("flock", [lockOf(names), "sh", "-c", script, "sh", installing(names)], {
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
    env,
  })
  await once(child.stdout, "data")
  child.stdout.destroy()
  child.unref()
}

/** Resolves when these are no longer being installed. */
export async function untilInstalled(...names: string[]): Promise<void> {
  if (mayInstall()) await promisify(execFile)("flock", [lockOf(names), "true"])
}

// --- internal ---

/** It keeps two test files from installing at once. */
const lock = "/tmp/upnext-install.lock"
const lockOf = (names: readonly string[]) => `/tmp/upnext-install-${names.join("-")}.lock`
const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }

const mayInstall = () => process.getuid?.() === 0 && existsSync("/etc/debian_version")

/** What the packages only recommend is a hundred others for a browser, a printer's among them. */
function installing(names: readonly string[], before = "true"): string {
  const all = names.join(" ")
  const isThere = `dpkg -s ${all} 2>/dev/null | grep -c '^Status: install ok installed' | grep -qx ${names.length}`
  // Another one, such as the upgrades that a fresh machine runs by itself, may hold the lock of dpkg for a while.
  const apt = "apt-get -o DPkg::Lock::Timeout=300"
  const install = `${apt} install -y --no-install-recommends ${all}`
  // A fresh machine may know no packages yet, or those of long ago.
  return `${isThere} || { ${before} && { ${install} || { ${apt} update && ${install}; }; }; }`
}
