import { spawn } from "node:child_process"

/**
 * Opens an address in the system's browser, without a shell. Resolves with false if there is no display or no program
 * for it, or if that program soon fails.
 */
export async function openInBrowser(url: string): Promise<boolean> {
  const command = commandFor(process.platform, process.env)
  if (!command) return false
  const [program, ...args] = command
  const child = spawn(program, [...args, url], { detached: true, stdio: "ignore" })
  return new Promise((resolve) => {
    // A browser that it started itself, and waits for, keeps it running.
    const timer = setTimeout(finish, patienceMs, true)
    child.once("error", () => finish(false))
    child.once("exit", (code) => finish(code === 0))

    function finish(isOpened: boolean): void {
      clearTimeout(timer)
      child.unref()
      resolve(isOpened)
    }
  })
}

/** The program that opens an address on a platform; undefined if there is no display. */
export function commandFor(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): readonly [string, ...string[]] | undefined {
  if (platform === "darwin") return ["open"]
  // `start` belongs to cmd, which would read a & in the address as the end of the command.
  if (platform === "win32") return ["rundll32.exe", "url.dll,FileProtocolHandler"]
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ["xdg-open"] : undefined
}

// --- internal ---

/** How long a program is given to say that it failed. */
const patienceMs = 3000
