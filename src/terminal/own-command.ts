import { resolve } from "node:path"
import { isSingleFile } from "../machine/single-file.ts"
import { programName, quote } from "./typed.ts"

/** The program and the arguments that start this command line once more, with the same options of Node. */
export function ownCommand(): readonly [program: string, ...args: string[]] {
  return [process.execPath, ...process.execArgv, ...(isSingleFile() ? [] : [resolve(process.argv[1] ?? "")])]
}

/** What to type in a new shell to run this program. */
export function ownName(): string {
  if (!isSingleFile()) return programName(process.argv[1] ?? "", process.env)
  return process.argv0.includes("/") ? quote(process.execPath) : process.argv0
}
