import { UpnextError } from "../../errors.ts"

/**
 * Lets one commit at a time pass, and no more commits after one whose outcome is unknown or after the log was
 * closed.
 */
export function createCommitGate() {
  let isBusy = false
  let refusal: UpnextError | undefined

  return {
    /** Throws unless a commit may pass now. */
    check() {
      if (refusal) throw refusal
      if (isBusy) throw new Error("One commit at a time")
    },
    /** Runs what makes the commit durable. */
    async pass(append: () => Promise<void>) {
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
    /** The error with which every commit is refused from now on; undefined while commits may pass. */
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
    detail: `No writes have been accepted since this error: ${cause.message}`,
    cause,
  })
}
