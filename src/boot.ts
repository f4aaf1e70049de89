import { Script } from "node:vm"
import { findPlace, keepCode, readCode, type CachePlace } from "./code-cache.ts"
import { version } from "./version.ts"

/** The built files, beside each other in a directory or inside one executable. */
export interface BuiltFiles {
  /** The path of a file whose size and time tell one build from another. */
  readonly stamp: string
  /** The path of a built file, for stack traces. */
  path(name: string): string
  /** A built script, which is ASCII. */
  read(name: string): Buffer
  readonly require: (id: string) => unknown
}

/**
 * Runs `program.cjs`, and `server.cjs` when a command needs it. A third of the time of a short command went into
 * compiling, so what V8 has compiled is kept (docs/decisions/code-cache.md).
 */
export function boot(files: BuiltFiles): void {
  const [first = "start", second = ""] = process.argv.slice(2)
  const word = first === "task" ? second : first
  const placeOf = (name: string) =>
    /^[a-z-]{1,20}$/.test(name) ? findPlace(files.stamp, name, version) : undefined
  const program = compile(files, "program.cjs", placeOf(word))
  let server: Parts | undefined

  function loadServer(): Parts {
    // A line that begins with a flag is one of `start`.
    const name = word.startsWith("-") ? "start" : word
    const place = keptWords.includes(name) ? placeOf(`server-${name}`) : undefined
    const script = compile(files, "server.cjs", place)
    // A command that ends before that has compiled only a part of what the next one needs.
    if (place) setTimeout(() => [program, script].forEach(keep), settledMs).unref()
    return run(files, script, files.require)
  }

  process.once("exit", (status) => {
    // With status 2 the word may be no command. A command of the server writes nothing beside what it is for.
    if (status !== 2 && !server) keep(program)
  })
  run(files, program, (id) => {
    const [, part] = /^server\.cjs#(.*)$/.exec(id) ?? []
    return part === undefined ? files.require(id) : (server ??= loadServer())[part]?.()
  })
}

// --- internal ---

/** The modules of the server's script, as the build names them; each runs when it is first asked for. */
type Parts = Readonly<Record<string, () => unknown>>

/** Commands of the server that somebody waits for each day. */
const keptWords = ["start", "mcp"]

/** By then a server has answered, and what it runs at its start is compiled. */
const settledMs = 2000

const opening = Buffer.from("(function (exports, require, module, __filename, __dirname) {")
const closing = Buffer.from("\n})")

interface Compiled {
  readonly name: string
  readonly script: Script
  /** Where its code is to be kept; undefined where it is already, or is not to be. */
  readonly place: CachePlace | undefined
}

function compile(files: BuiltFiles, name: string, place: CachePlace | undefined): Compiled {
  const kept = place && readCode(place)
  // Put together as bytes: V8 would copy a megabyte to put strings together.
  const source = Buffer.concat([opening, files.read(name), closing]).toString("latin1")
  const script = new Script(source, { filename: files.path(name), cachedData: kept })
  return { name, script, place: kept && script.cachedDataRejected !== true ? undefined : place }
}

function keep({ script, place }: Compiled): void {
  if (place) keepCode(place, script.createCachedData())
}

function run(files: BuiltFiles, { name, script }: Compiled, load: (id: string) => unknown): Parts {
  const module = { exports: {} }
  const main = script.runInThisContext() as (...names: readonly unknown[]) => void
  main(module.exports, load, module, files.path(name), files.path("."))
  return module.exports
}
