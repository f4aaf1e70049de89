import { UpnextError } from "../../errors.ts"

/** Lets one commit at a time pass, and none after one whose outcome is unknown, nor after the log was closed. */
export interface CommitGate {
  /** Throws unless a commit may pass now. */
  check(): void
  /** Runs what makes the commit durable. */
  pass(append: () => Promise<void>): Promise<void>
  /** What every commit is refused with from now on; undefined while they may pass. */
  readonly refusal: UpnextError | undefined
  close(): void
}

export function createCommitGate(): CommitGate {
  let isBusy = false
  let refusal: UpnextError | undefined

  return {
    check() {
      if (refusal) throw refusal
      if (isBusy) throw new Error("One commit at a time")
    },
    async pass(append) {
      isBusy = true
      try {
        await append()
      } catch (error) {
        if (error instanceof UpnextError && error.code === "storage_failed") refusal = stopped(error)
        throw error
      } finally {
        isBusy = false
      }
    },
    get refusal() {
      return refusal
    },
    close() {
      refusal ??= new UpnextError("unavailable", { detail: "The log is closed." })
    },
  }
}

// --- internal ---

function stopped(cause: UpnextError): UpnextError {
  return new UpnextError("storage_failed", {
    detail: `Nothing is written since this happened: ${cause.message}`,
    cause,
  })
}
