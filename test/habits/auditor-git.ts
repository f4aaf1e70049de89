import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Git as the audit calls it: what a commit holds, whatever is replaced or set up here, and nothing is written. */
export interface AuditorGit {
  readonly root: string
  /** @throws where git does */
  git(...args: string[]): string
  /** Undefined where git refuses. */
  ask(args: readonly string[], input?: string): string | undefined
  /** The same with an index and objects of its own, which go afterwards. */
  aside<T>(use: (git: Pick<AuditorGit, "git" | "ask">, directory: string) => T): T
}

export function auditorGit(root: string, more: NodeJS.ProcessEnv = {}): AuditorGit {
  const ask = (args: readonly string[], input = "") => {
    const { status, stdout } = run(root, args, { more, input })
    return status === 0 ? stdout : undefined
  }
  return {
    root,
    ask,
    git(...args) {
      const { status, stdout, stderr } = run(root, args, { more, input: "" })
      if (status !== 0) throw new Error(`git ${args.join(" ")} in ${root}: ${stderr}`)
      return stdout
    },
    aside(use) {
      const directory = mkdtempSync(join(tmpdir(), "upnext-audit-"))
      try {
        const objects = run(root, ["rev-parse", "--path-format=absolute", "--git-path", "objects"], {
          more,
          input: "",
        })
        const own = {
          GIT_INDEX_FILE: join(directory, "index"),
          GIT_OBJECT_DIRECTORY: join(directory, "objects"),
          GIT_ALTERNATE_OBJECT_DIRECTORIES: objects.stdout.trim(),
        }
        run(directory, ["init", "--quiet", "--bare", "."], { more: {}, input: "" })
        return use(auditorGit(root, own), directory)
      } finally {
        rmSync(directory, { recursive: true, force: true })
      }
    },
  }
}

/** The parts of an output, each of which ends with NUL. */
export const parts = (output: string) => output.split("\0").filter((part) => part !== "")

export const lines = (output: string) => output.split("\n").filter((line) => line !== "")

// --- internal ---

function run(
  cwd: string,
  args: readonly string[],
  { more, input }: { more: NodeJS.ProcessEnv; input: string },
) {
  const env = {
    ...{ PATH: process.env["PATH"], HOME: "/nonexistent", LC_ALL: "C" },
    ...{ GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    ...{ GIT_NO_REPLACE_OBJECTS: "1", GIT_OPTIONAL_LOCKS: "0", GIT_LITERAL_PATHSPECS: "1" },
    ...{ GIT_AUTHOR_NAME: "x", GIT_AUTHOR_EMAIL: "x@x", GIT_COMMITTER_NAME: "x", GIT_COMMITTER_EMAIL: "x@x" },
    ...more,
  }
  const settings = [
    "-c",
    "core.quotePath=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.fsmonitor=false",
  ]
  return spawnSync("git", [...settings, ...args], {
    ...{ cwd, env, encoding: "latin1", input: Buffer.from(input, "latin1"), maxBuffer: 64 * 1024 * 1024 },
  })
}
