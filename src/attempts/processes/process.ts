import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { endOf, lookMs } from "../../machine/process-end.ts"
import { withoutRepository } from "../../repository/git-environment.ts"
import { hasGroups, startOrphanGuard } from "./orphan-guard.ts"
import { createTail, type Tail } from "./tail.ts"

export interface Sink {
  push(part: Uint8Array): Promise<void>
  end(): Promise<void>
}

export interface Order {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Where it runs; default: here. */
  readonly cwd?: string
  readonly input: string
  readonly stdout: Sink
  readonly stderr: Sink
}

export interface ProcessEnd {
  /** The exit status, or the signal that ended it. */
  readonly exit: number | NodeJS.Signals
  readonly stdout: Tail
  readonly stderr: Tail
}

export interface Running {
  /** Resolves when the command has ended, including all processes that it has left in its group. Never rejects. */
  readonly ended: Promise<ProcessEnd>
  /** True once `end` or `kill` was called. */
  isEnding(): boolean
  /**
   * Asks the command and everything it started to end (SIGTERM), and kills the rest after 10 s. Returns false if
   * this was requested before or the command has ended by itself.
   */
  end(): boolean
  /** Kills the command and all it started (SIGKILL). */
  kill(): void
}

/** Starts a command in its own process group. Rejects if the command cannot be started. */
export async function startProcess(order: Order): Promise<Running> {
  const guard = startOrphanGuard()
  const { cwd } = order
  // A git hook, which may have started this process, sets variables that name its own repository. The command
  // must find the repository that it runs in.
  const env = withoutRepository(order.env)
  const child = spawn(order.command, order.args, { env, cwd, stdio: "pipe", detached: hasGroups })
  guard?.begin(child.pid)
  await once(child, "spawn").catch((error: unknown) => {
    guard?.end()
    throw error
  })
  const pid = child.pid ?? 0
  const tails = { stdout: createTail(), stderr: createTail() }
  let isEnding = false
  let isKilled = false
  let timer: NodeJS.Timeout | undefined
  guarded.add(pid)

  child.on("error", () => undefined)
  // A command need not read its input.
  child.stdin.on("error", () => undefined)
  child.stdin.end(order.input)

  const hasExited = () => child.exitCode !== null || child.signalCode !== null

  function killGroup(): void {
    isKilled = true
    clearTimeout(timer)
    signalGroup(pid, "SIGKILL")
    // A process that has left the group may keep the output open forever.
    timer = setTimeout(() => {
      child.stdout.destroy()
      child.stderr.destroy()
    }, 500)
  }

  const left = {
    // Processes that were asked to end are killed once their output is closed.
    isThere: () => !isEnding && signalGroup(pid, 0),
    async end() {
      if (!isEnding) {
        signalGroup(pid, "SIGTERM")
        timer = setTimeout(killGroup, killLeftAfterMs)
      }
      while (!isKilled && signalGroup(pid, 0)) await sleep(lookMs)
    },
  }

  async function finish(): Promise<ProcessEnd> {
    const [{ code, signal }] = await Promise.all([
      endOf(child, left),
      pump(child.stdout, tails.stdout, order.stdout),
      pump(child.stderr, tails.stderr, order.stderr),
    ])
    clearTimeout(timer)
    if (isEnding) signalGroup(pid, "SIGKILL")
    guarded.delete(pid)
    guard?.end()
    return { exit: code ?? signal ?? 0, ...tails }
  }

  return {
    ended: finish(),
    isEnding: () => isEnding,
    kill() {
      isEnding ||= !hasExited()
      killGroup()
    },
    end() {
      if (isEnding || hasExited()) return false
      isEnding = true
      signalGroup(pid, "SIGTERM")
      timer = setTimeout(killGroup, killAfterMs)
      return true
    },
  }
}

// --- internal ---

/** How long a command may take to end after SIGTERM. */
const killAfterMs = 10_000
/** The same for processes left behind by a command that ended by itself. */
const killLeftAfterMs = 1000

/** When this process ends, it also ends what it started. SIGKILL does not allow that: see `orphan-guard.ts`. */
const guarded = new Set<number>()
process.on("exit", () => {
  for (const pid of guarded) signalGroup(pid, "SIGKILL")
})

/** Returns whether any process can be signalled; signal 0 only tests. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(hasGroups ? -pid : pid, signal)
  } catch {
    // It has ended already, or belongs to another user now.
    return false
  }
}

async function pump(stream: AsyncIterable<Buffer>, tail: Tail, sink: Sink): Promise<void> {
  try {
    for await (const part of stream) {
      tail.push(part)
      await sink.push(part)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error
  }
  tail.end()
  await sink.end()
}
