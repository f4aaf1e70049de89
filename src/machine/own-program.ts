import { statSync } from "node:fs"
import { join } from "node:path"
import { fail } from "../errors.ts"

/** The files of this program, as they were when the process began. */
export type OwnProgram = ReturnType<typeof ownProgram>

export function ownProgram() {
  const before = stampOf()
  const isReplaced = () => (stampOf() === before ? undefined : detail)
  return {
    /** Says so where others stand there now, after an upgrade or a build, or none: what is loaded then may not fit. */
    isReplaced,
    /** Before something is loaded. Throws `program_replaced`. */
    requireSame(): void {
      if (isReplaced() !== undefined) fail("program_replaced", detail)
    },
  }
}

// --- internal ---

const detail =
  "The program on disk is no longer the one that is running: it was upgraded, rebuilt or removed."

/** An executable holds all that it loads, so nothing changes for it: beside it stands no such file. */
function stampOf(): string {
  const stats = statSync(join(import.meta.dirname, "server.cjs"), { throwIfNoEntry: false })
  return stats ? `${stats.dev} ${stats.ino} ${stats.mtimeMs} ${stats.size}` : ""
}
