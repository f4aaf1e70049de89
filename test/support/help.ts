import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { upnext, type Finished } from "../commands/upnext.ts"

type Help = Pick<Finished, "status" | "stdout">

/**
 * The whole help for these words, as the built program prints it for `upnext help`. Several files look at the help of every command, so that
 * each is printed once for a build and kept.
 */
export async function helpOf(words: readonly string[]): Promise<Help> {
  const kept = join("node_modules/.cache/help", String(statSync("dist/program.cjs").mtimeMs))
  const file = join(kept, createHash("sha256").update(JSON.stringify(words)).digest("hex"))
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Help
  const { status, stdout } = await upnext([...words, "--help=all"])
  mkdirSync(kept, { recursive: true })
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify({ status, stdout }))
  renameSync(own, file)
  return { status, stdout }
}
