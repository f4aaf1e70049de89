import { Script } from "node:vm"
import { findPlace, keepCode, readCode } from "./code-cache.ts"
import { version } from "./version.ts"

/** The built files, beside each other in a directory or inside one executable. */
export interface BuiltFiles {
  /** What changes with each build: its size and time tell one build from another. */
  readonly stamps: readonly string[]
  /** The path of a built file, for stack traces. */
  path(name: string): string
  /** A built script, which is ASCII. */
  read(name: string): Buffer
  readonly require: (id: string) => unknown
  /** Loads a command that is in neither script. */
  importApart(path: string): Promise<unknown>
}

/**
 * Runs `program.cjs`, and `server.cjs` when a command needs it. A third of the time of a short command went into
 * compiling, so what V8 has compiled is kept (docs/decisions/code-cache.md).
 */
export function boot(files: BuiltFiles): void {
  const [first = "start", second = ""] = process.argv.slice(2)
  const word = first === "task" ? second : first
  const placeOf = (name: string) =>
    /^[a-z-]{1,20}$/.test(name) ? findPlace(files.stamps, name, version) : undefined
  let isApart = false
  let parts: Parts | undefined

  /** Loads a command that is in no shell loop. `server:start` is a part of `server.cjs`. */
  async function load(path: string): Promise<unknown> {
    isApart = true
    if (!path.startsWith("server:")) return files.importApart(path)
    const name = path.slice("server:".length)
    parts ??= runServer(files, keptParts.includes(name) ? placeOf(`server-${name}`) : undefined)
    return parts[`commands/${name}`]?.()
  }

  const place = placeOf(word)
  const program = compile(files, "program.cjs", place)
  if (place && !program.isKept)
    process.once("exit", (status) => {
      // With status 2 the word may be no command. A command that is built apart is in no shell loop.
      if (status !== 2 && !isApart) keepCode(place, program.script.createCachedData())
    })
  run(files, program, load)
}

// --- internal ---

/** The modules of `server.cjs`; each runs when it is first asked for. */
type Parts = Readonly<Record<string, () => unknown>>

/** Parts of the server that somebody waits for each day. The others write nothing beside what they are for. */
const keptParts = ["start", "mcp"]

/** By then a server has answered, and what it runs at its start is compiled. */
const settledMs = 2000

const opening = Buffer.from("(function (exports, require, module, __filename, __dirname, __import) {")
const closing = Buffer.from("\n})")

interface Compiled {
  readonly name: string
  readonly script: Script
  readonly isKept: boolean
}

function compile(files: BuiltFiles, name: string, place: ReturnType<typeof findPlace>): Compiled {
  const kept = place && readCode(place)
  // Put together as bytes: V8 would copy a megabyte to put strings together.
  const source = Buffer.concat([opening, files.read(name), closing]).toString("latin1")
  const script = new Script(source, { filename: files.path(name), cachedData: kept })
  return { name, script, isKept: kept !== undefined && script.cachedDataRejected !== true }
}

function run(files: BuiltFiles, { name, script }: Compiled, load: (path: string) => Promise<unknown>): Parts {
  const module = { exports: {} }
  const path = files.path(name)
  const main = script.runInThisContext() as (...names: readonly unknown[]) => void
  main(module.exports, files.require, module, path, files.path("."), load)
  return module.exports
}

function runServer(files: BuiltFiles, place: ReturnType<typeof findPlace>): Parts {
  const server = compile(files, "server.cjs", place)
  // A command that ends before that has compiled only a part of what the next one needs.
  if (place && !server.isKept)
    setTimeout(() => keepCode(place, server.script.createCachedData()), settledMs).unref()
  return run(files, server, (path) => files.importApart(path))
}
