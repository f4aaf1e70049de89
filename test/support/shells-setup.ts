import { beginToInstall, hasProgram } from "./debian.ts"

export const shells = ["zsh", "fish"] as const

/** Begins to install the shells that complete commands, where one is missing. Their tests are the last of a run. */
export default async function setup(): Promise<void> {
  if (!shells.every(hasProgram)) await beginToInstall(...shells)
}
