import { fail } from "../errors.ts"

/** Where settings are looked for: the working directory or, where that was removed, the root, which has none. */
export function settingsDirectory(): string {
  return isGone() ? "/" : process.cwd()
}

/** From now on, whatever needs a working directory that was removed is refused. Node says only `uv_cwd`. */
export function nameGoneDirectory(): void {
  if (!isGone()) return
  process.cwd = () =>
    fail("invalid_input", {
      detail: "The working directory no longer exists.",
      hint: "Change to another one with `cd`, or give absolute paths.",
    })
}

// --- internal ---

function isGone(): boolean {
  try {
    process.cwd()
    return false
  } catch {
    return true
  }
}
