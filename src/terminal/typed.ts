import { basename, dirname, join, resolve } from "node:path"

/**
 * What to type for this program in a new shell: `upnext` where it is installed, else how it was started.
 * `script` is `process.argv[1]`.
 */
export function programName(script: string, env: Readonly<Record<string, string | undefined>>): string {
  if (basename(script) !== "upnext") return `node ${quote(resolve(script))}`
  // npm puts these directories on the path of what it starts, and a new shell has them not.
  const isLocal = env.npm_command === "exec" || dirname(script).endsWith(join("node_modules", ".bin"))
  return isLocal ? "npx upnext" : "upnext"
}

/** A word as a POSIX shell reads it back. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
