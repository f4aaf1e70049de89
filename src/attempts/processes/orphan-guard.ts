import { spawn } from "node:child_process"

/** Windows has no process groups, and so no guard either. */
export const hasGroups = process.platform !== "win32"

/** Ends a command when its worker is killed and so cannot end the command itself. */
export interface OrphanGuard {
  /** The process group to watch over; undefined where none was started. */
  begin(group: number | undefined): void
  /** The command has ended. */
  end(): void
}

/**
 * Starts a shell that waits on a pipe that only this process holds. However this process ends, the pipe is closed
 * with it, and the shell then ends the command's process group as `Running.end` does. The shell is started before
 * the command and told about it right afterwards; only if this process is killed in between does the command keep
 * running. A process that has left the group is not found.
 */
export function startOrphanGuard(): OrphanGuard | undefined {
  if (!hasGroups) return undefined
  const shell = spawn("sh", ["-c", script, "upnext-watch"], {
    cwd: "/",
    env: { PATH: process.env["PATH"] },
    stdio: ["pipe", "ignore", "ignore"],
    // Ctrl-C in the terminal is for the worker alone.
    detached: true,
  })
  // A system without a shell has no guard.
  shell.on("error", () => undefined)
  shell.stdin.on("error", () => undefined)
  return {
    begin(group) {
      if (group === undefined) shell.stdin.end()
      else shell.stdin.write(`${group}\n`)
    },
    end() {
      shell.stdin.end("ended\n")
    },
  }
}

// --- internal ---

/** `read` fails at the end of the pipe. The pipe ends without the second line only if the worker was killed. */
const script = `
read -r group || exit
read -r ended && exit
kill -s TERM -- "-$group"
for second in 1 2 3 4 5 6 7 8 9 10; do
  kill -s 0 -- "-$group" || exit
  sleep 1
done
kill -s KILL -- "-$group"
`
