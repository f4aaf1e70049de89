import { spawn, type ChildProcess, type StdioOptions } from "node:child_process"
import { build } from "esbuild"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { createInterface } from "node:readline"
import { afterAll } from "vitest"

/**
 * Bundles a TypeScript file so that plain `node` can run it, because only a real process can really be killed.
 * @returns the path of the bundle, which is removed when the test file ends
 */
export async function bundleChild(entry: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "upnext-child-"))
  bundled.push(directory)
  const outfile = join(directory, `${basename(entry, ".ts")}.mjs`)
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  })
  return outfile
}

export interface Child {
  readonly process: ChildProcess
  /** The next line of its output; undefined after the last one. */
  line(): Promise<string | undefined>
  /** Everything it wrote to stderr so far. */
  errors(): string
  /** Resolves when the process has ended, with its exit code, or null if a signal ended it. */
  readonly ended: Promise<number | null>
}

/** Starts a process whose input and output are lines. If it still runs when the test file ends, it is killed. */
export function startChild(command: string, args: readonly string[], stdio: StdioOptions = "pipe"): Child {
  const child = spawn(command, args, { stdio })
  let errors = ""
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors += text
  })
  const lines = child.stdout ? createInterface({ input: child.stdout })[Symbol.asyncIterator]() : undefined
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", resolve)
  })
  running.add(child)
  void ended.then(
    () => running.delete(child),
    () => running.delete(child),
  )
  return {
    process: child,
    async line() {
      const next = await lines?.next()
      return next === undefined || next.done ? undefined : next.value
    },
    errors: () => errors,
    ended,
  }
}

// --- internal ---

const running = new Set<ChildProcess>()

const bundled: string[] = []

afterAll(async () => {
  for (const child of running) child.kill("SIGKILL")
  for (const directory of bundled) await rm(directory, { recursive: true, force: true })
})
