import { hostname } from "node:os"

/** A process of another machine, or in another container, cannot be looked for here. */
const machine = hostname().replace(/[^a-zA-Z0-9]/g, "")
const form = new RegExp(`-${machine}-(\\d+)$`)

/** The end of the name of what this process makes for itself: who finds it later can tell whether the process is still there. */
export const processMark = `-${machine}-${process.pid}`

/** Whether a name ends with the mark of another process of this machine that has ended. */
export function isAbandoned(name: string): boolean {
  const pid = Number(form.exec(name)?.[1] ?? 0)
  return pid > 0 && pid !== process.pid && !isThere(pid)
}

/** Whether a process runs on this machine, whoever it belongs to. */
export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
