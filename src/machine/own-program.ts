import { statSync } from "node:fs"
import { join } from "node:path"
import { fail } from "../errors.ts"

/** The files of this program, as they were when the process began. */
export interface OwnProgram {
  /** Says so where others stand there now, after an upgrade or a build, or none: what is loaded then may not fit. */
  isReplaced(): string | undefined
  /** Before something is loaded. Throws `program_replaced`. */
  requireSame(): void
}

export function ownProgram(): OwnProgram {
  const before = stampOf()
  const isReplaced = () => (stampOf() === before ? undefined : detail)
  return {
    isReplaced,
    requireSame() {
      if (isReplaced() !== undefined) fail("program_replaced", detail)
    },
  }
}

// --- internal ---

const detail =
  "The program on disk is not the one that runs any more: it was upgraded, built anew or removed."

/** An executable holds all that it loads, so nothing changes for it: beside it stands no such file. */
function stampOf(): string {
  const stats = statSync(join(import.meta.dirname, "server.cjs"), { throwIfNoEntry: false })
  return stats ? `${stats.dev} ${stats.ino} ${stats.mtimeMs} ${stats.size}` : ""
}
