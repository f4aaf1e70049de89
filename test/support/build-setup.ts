import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"

const sources = ["src", "assets", "build", "package.json", "package-lock.json", "tsup.config.ts"]

/** Builds `dist/` where it is missing, or where anything that it is made of is newer. A build is never trusted by itself. */
export default function buildIfStale(): void {
  const built = join("dist", "cli.cjs")
  if (existsSync(built) && sources.every((path) => newest(path) < statSync(built).mtimeMs)) return
  execFileSync("npm", ["run", "--silent", "bundle"], { stdio: "inherit" })
}

/** When something was changed last in a folder, or taken out of it; in ms. */
function newest(path: string): number {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
