import { errors, UpnextError } from "../errors.ts"

/** What a failed commit tells about the storage; undefined where it is a defect of one batch. */
export function healthAfter(error: unknown) {
  // Whatever the storage says that nothing can be written for.
  if (!(error instanceof UpnextError) || errors[error.code].status < 500) return undefined
  const status = error.code === "storage_full" ? ("storage_full" as const) : ("storage_failed" as const)
  return { status, detail: error.message }
}
