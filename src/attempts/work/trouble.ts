import { UpnextError } from "../../errors.ts"
import type { ProcessEnd } from "../processes/process.ts"

/**
 * Distinguishes tasks that fail from a command that cannot do any task, which would use up the attempts of a whole
 * queue.
 */
export type CommandTrouble = ReturnType<typeof createTrouble>

/** One for all jobs of a worker. */
export function createTrouble() {
  const inARow = new Set<string>()
  return {
    /** Why the command did not work at all; undefined if it did. */
    notRun(exit: ProcessEnd["exit"]): string | undefined {
      if (exit === 127) return "exit 127: a program was not found"
      return exit === 126 ? "exit 126: a program could not be run" : undefined
    },
    /**
     * An attempt has failed.
     * @returns why the worker ends, if the attempt failed immediately, as several other tasks did before
     */
    failed(task: string, ms: number): string | undefined {
      if (ms > atOnceMs) inARow.clear()
      else inARow.add(task)
      return inARow.size < mostInARow ? undefined : `${[...inARow].join(", ")} failed immediately`
    },
    /** An attempt has not failed. */
    worked: () => inARow.clear(),
  }
}

/** Ends the worker. The task was given back at no cost. */
export function troubleRefusal(task: string, why: string): UpnextError {
  return new UpnextError("unavailable", {
    detail: `The worker is stopping, because its command does not seem to work: ${why}.`,
    hint: `Run the command by hand first. ${task} is given back, and no attempt is counted.`,
  })
}

// --- internal ---

const atOnceMs = 5000
const mostInARow = 3
