import type { IncomingMessage, ServerResponse } from "node:http"
import { fail } from "../../errors.ts"

/**
 * Node decodes only one transfer coding, `chunked`. A body with any other coding is handed over undecoded.
 * @throws transfer_coding_unsupported (RFC 9112, 6.1); invalid_input if the end of the body is not known (6.3), and
 * for HTTP/1.0, which does not have this header
 */
export function checkTransferCoding({ headers, httpVersion }: IncomingMessage, res: ServerResponse): void {
  const coding = headers["transfer-encoding"]
  if (coding === undefined) return
  const endsKnown = /(?:^|,)\s*chunked\s*$/i.test(coding)
  if (httpVersion === "1.0" || !endsKnown) {
    res.shouldKeepAlive = false
    fail("invalid_input", {
      detail: `HTTP/${httpVersion} does not define where a body with Transfer-Encoding: ${coding.slice(0, 100)} ends.`,
      hint: "Send the body with Content-Length, or with `Transfer-Encoding: chunked` in HTTP/1.1.",
    })
  }
  if (coding.trim().toLowerCase() !== "chunked")
    fail("transfer_coding_unsupported", `The body has Transfer-Encoding: ${coding.slice(0, 100)}.`)
}

/** `100-continue` is answered elsewhere; every other expectation is refused (RFC 9110, 10.1.1). */
export function checkExpectation({ headers: { expect } }: IncomingMessage): void {
  if (expect !== undefined && expect.trim().toLowerCase() !== "100-continue")
    fail("expectation_failed", `This server cannot meet the expectation ${expect.slice(0, 100)}.`)
}
