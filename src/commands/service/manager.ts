import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { fail } from "../../errors.ts"
import { configDirectory, userDirectory } from "../../machine/own-home.ts"
import { toPropertyList, toUnit, type ServiceDefinition } from "./definition.ts"

/** What keeps services running for one user of a system. All its files are in the user's own folders. */
export interface ServiceManager {
  readonly name: string
  /** The file that defines the service. */
  readonly path: string
  render(definition: ServiceDefinition): string
  /** @throws unavailable where it does not run for this user */
  requireRunning(): void
  /** Starts the service as its file says, now and at each login. */
  enable(): void
  /** Ends the service and forgets it; the file is still there. */
  disable(): void
  /** After the file was removed. */
  forget(): void
  isActive(): boolean
}

/** The one of this system. @throws unavailable on systems that have neither systemd nor launchd */
export function serviceManager(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): ServiceManager {
  if (platform === "linux") return createSystemd(configDirectory(env))
  if (platform === "darwin") return createLaunchd(`gui/${process.getuid?.() ?? 0}`)
  return fail("unavailable", {
    detail: `Only systemd and launchd services are supported, not services on ${platform}.`,
    hint: "`upnext start --detach` runs the server in the background.",
  })
}

// --- internal ---

function createSystemd(config: string): ServiceManager {
  const unit = "upnext.service"
  return {
    name: "systemd",
    path: join(config, "systemd", "user", unit),
    render: toUnit,
    requireRunning() {
      const asked = run("systemctl", ["--user", "show-environment"])
      if (asked.status !== 0) failNotRunning("systemd does not run for this user", asked.said)
    },
    enable() {
      must("systemctl", ["--user", "daemon-reload"])
      must("systemctl", ["--user", "enable", unit])
      must("systemctl", ["--user", "restart", unit])
    },
    disable: () => must("systemctl", ["--user", "disable", "--now", unit]),
    forget: () => must("systemctl", ["--user", "daemon-reload"]),
    isActive: () => run("systemctl", ["--user", "is-active", "--quiet", unit]).status === 0,
  }
}

function createLaunchd(domain: string): ServiceManager {
  const path = join(userDirectory(), "Library", "LaunchAgents", "upnext.plist")
  return {
    name: "launchd",
    path,
    render: toPropertyList,
    requireRunning() {
      const asked = run("launchctl", ["print", domain])
      if (asked.status !== 0) failNotRunning("launchd has no session for this user", asked.said)
    },
    enable() {
      run("launchctl", ["bootout", `${domain}/upnext`]) // the one that an earlier file began
      must("launchctl", ["bootstrap", domain, path])
    },
    disable: () => void run("launchctl", ["bootout", `${domain}/upnext`]),
    forget: () => undefined,
    isActive: () => /\bstate = running\b/.test(run("launchctl", ["print", `${domain}/upnext`]).said),
  }
}

function run(program: string, args: readonly string[]): { status: number | null; said: string } {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8", timeout: 60_000 })
  return { status, said: error ? error.message : (stdout + stderr).trim() }
}

function must(program: string, args: readonly string[]): void {
  const { status, said } = run(program, args)
  if (status === 0) return
  fail("unavailable", {
    detail: `\`${[program, ...args].join(" ")}\` failed: ${said || `status ${String(status)}`}.`,
    hint: "`upnext logs` shows what the server logged, if it started.",
  })
}

function failNotRunning(what: string, said: string): never {
  fail("unavailable", {
    detail: `${what}: ${said.split("\n")[0] ?? ""}.`,
    hint: "`upnext start --detach` runs the server without a service; `upnext service install --print` shows the file.",
  })
}
