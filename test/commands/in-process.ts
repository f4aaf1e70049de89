import { Console } from "node:console"
import { EventEmitter } from "node:events"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import os from "node:os"
import path from "node:path"
import { Readable, Writable } from "node:stream"
import tty from "node:tty"
import { Script } from "node:vm"

/** What a command has printed, and how it ended. */
interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a command of the built program in this process, a tenth of the time that one of its own takes. The scripts are those
 * that a process runs, each loaded anew; what they ask of their process, such as its variables, is the command's own.
 */
export function runHere(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input: string | Uint8Array,
  cwd: string,
): Promise<Ended> {
  const written = { stdout: "", stderr: "" }
  const stream = (name: keyof typeof written, fd: number) =>
    Object.assign(
      new Writable({
        write(part: Buffer, _, done) {
          written[name] += part.toString()
          done()
        },
      }),
      { fd },
    )
  return new Promise((resolveEnd) => {
    const events = new EventEmitter()
    const own: NodeJS.Process = Object.create(process, {
      env: { value: env },
      argv: { value: [process.execPath, path.resolve("dist/cli.cjs"), ...args] },
      stdout: { value: stream("stdout", 1) },
      stderr: { value: stream("stderr", 2) },
      cwd: { value: () => cwd, writable: true },
      stdin: { value: Readable.from(input.length === 0 ? [] : [Buffer.from(input)]) },
      exitCode: { value: undefined, writable: true },
      on: { value: events.on.bind(events) },
      once: { value: events.once.bind(events) },
      off: {
        value: (name: string, listener: () => void) => {
          events.off(name, listener)
          // It watches for an end before the end from first to last.
          if (name === "beforeExit") end(Number(own.exitCode ?? 0))
        },
      },
      exit: { value: (code?: number) => end(code ?? Number(own.exitCode ?? 0)) },
    }) as NodeJS.Process
    const end = (status: number) => resolveEnd({ status, ...written })
    load(own)
  })
}

// --- internal ---

const program = path.resolve("dist/program.cjs")
const requireFrom = createRequire(program)

type Globals = typeof globalThis
type Run = (...given: unknown[]) => void

/** What a script takes from its surroundings, and a process gives to one command alone. */
const given = ["exports", "require", "module", "__filename", "__dirname", "process", "console", "globalThis"]
const replaced = ["fetch", "Headers"] as const

/** The built scripts by their paths, compiled once. */
const compiled = new Map<string, Run>()

function compile(file: string): Run {
  const known = compiled.get(file)
  if (known) return known
  const text = `(function (${[...given, ...replaced].join(", ")}) {${readFileSync(file, "utf8")}\n})`
  const run = new Script(text, { filename: file }).runInThisContext() as Run
  compiled.set(file, run)
  return run
}

/** Runs a script and all that it requires as a process of its own would. */
function load(own: NodeJS.Process): void {
  const { env } = own
  const printed = new Console(own.stdout, own.stderr)
  const globals = Object.create(globalThis, {
    fetch: { value: fetch, writable: true },
    Headers: { value: Headers, writable: true },
  }) as Globals
  const called: Record<(typeof replaced)[number], unknown> = {
    fetch: (...args: Parameters<typeof fetch>) => globals.fetch(...args),
    Headers: new Proxy(Headers, { construct: (_, args: []) => new globals.Headers(...args) }),
  }
  const modules: Readonly<Record<string, unknown>> = {
    process: own,
    os: { ...os, homedir: () => env["HOME"] ?? os.homedir(), tmpdir: () => env["TMPDIR"] ?? os.tmpdir() },
    path: { ...path, resolve: (...parts: string[]) => path.resolve(own.cwd(), ...parts) },
    tty: { ...tty, isatty: () => false },
  }
  const loaded = new Map<string, { exports: unknown }>()
  const require = (name: string): unknown => {
    const plain = name.replace(/^node:/, "")
    if (Object.hasOwn(modules, plain)) return modules[plain]
    return name.startsWith(".")
      ? run(path.resolve(path.dirname(program), name))
      : (requireFrom(name) as unknown)
  }
  const run = (file: string): unknown => {
    const known = loaded.get(file)
    if (known) return known.exports
    const module = { exports: {} }
    loaded.set(file, module)
    const named = [module.exports, require, module, file, path.dirname(file), own, printed, globals]
    compile(file)(...named, ...replaced.map((name) => called[name]))
    return module.exports
  }
  run(program)
}
