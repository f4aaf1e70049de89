import { resolve } from "node:path"

/** The program and the arguments that start this command line once more, with the same options of Node. */
export function ownCommand(): readonly [program: string, ...args: string[]] {
  return [process.execPath, ...process.execArgv, resolve(process.argv[1] ?? "")]
}
