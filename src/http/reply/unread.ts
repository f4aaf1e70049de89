import type { ServerResponse } from "node:http"
import { sizeOfLarge } from "./reply.ts"

/**
 * Limits the memory for large responses that clients have not read. Above the limit, the responses that have been
 * unread the longest are cut off.
 * @param most in bytes
 */
export function createUnread(most = 64 * 1024 ** 2): (res: ServerResponse, reply: Response) => void {
  const unread = new Map<ServerResponse, number>()
  let bytes = 0

  function forget(res: ServerResponse): void {
    bytes -= unread.get(res) ?? 0
    unread.delete(res)
  }

  return (res, reply) => {
    const size = sizeOfLarge(reply)
    if (size === undefined) return
    for (const oldest of unread.keys()) {
      if (bytes + size <= most) break
      forget(oldest)
      oldest.destroy()
    }
    unread.set(res, size)
    bytes += size
    res.once("close", () => forget(res))
  }
}
