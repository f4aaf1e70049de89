import type { ServerResponse } from "node:http"
import { gone } from "../request/departure.ts"

/** How long a client may leave unread what it was sent. */
const drainTimeoutMs = 30_000

/**
 * Resolves when the client has read the pending data. Rejects with `gone` when the client disconnects or reads
 * nothing for 30 s.
 */
export function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (settled: () => void) => () => {
      clearTimeout(timer)
      res.off("drain", onDrain).off("close", onClose)
      settled()
    }
    const onDrain = settle(resolve)
    const onClose = settle(() => reject(gone))
    const timer = setTimeout(onClose, drainTimeoutMs)
    res.once("drain", onDrain).once("close", onClose)
  })
}
