import { STATUS_CODES, type IncomingMessage } from "node:http"
import { Readable } from "node:stream"
import { create } from "content-disposition"
import { FastResponse } from "srvx"
import type { AttachmentView } from "../../domain/wire/files/attachment-schemas.ts"
import type { CallResult } from "../../engine/call.ts"
import type { FileStore } from "../request/file-body.ts"
import { otherType, shownTypes } from "../request/file-type.ts"
import type { Header } from "./reply.ts"

/** The response of an operation that returns a file. @param field the response field with the file */
export async function giveFile(
  req: IncomingMessage,
  store: FileStore,
  result: CallResult | Promise<CallResult>,
  field: string,
): Promise<Response> {
  const { answer, seq } = await result
  return fileReply(req, store, answer[field] as AttachmentView, [["upnext-seq", String(seq)]])
}

// --- internal ---

/**
 * The bytes of a file. A browser shows types from the short list, which never run anything; any other type is
 * served as a download. However the browser interprets the bytes, they have no rights here. Ranges are not
 * supported: a file is always sent whole.
 */
async function fileReply(
  { headers, method }: IncomingMessage,
  store: FileStore,
  file: Pick<AttachmentView, "name" | "type" | "size" | "sha256">,
  extra: readonly Header[],
): Promise<Response> {
  const { name, type, size, sha256 } = file
  const isShown = shownTypes.includes(type)
  const etag = `"${sha256}"`
  const isKnown = headers["if-none-match"]?.split(",").some((each) => each.trim() === etag) === true
  const bytes = isKnown ? undefined : await store.open(file)
  const about: Header[] = [
    ["content-type", isShown ? shownAs(type) : otherType],
    ["content-length", String(size)],
    ["content-disposition", create(name, { type: isShown ? "inline" : "attachment" })],
    ["accept-ranges", "none"],
  ]
  const status = bytes ? 200 : 304
  const body = bytes && method !== "HEAD" ? Readable.from(bytes, { objectMode: false }) : null
  // srvx takes a stream of Node as it is.
  return new FastResponse(body as ReadableStream | null, {
    status,
    statusText: STATUS_CODES[status] ?? "",
    headers: [
      ...(bytes ? about : []),
      ["etag", etag],
      // A browser must ask each time, because the file may have been removed or the token may have ended.
      ["cache-control", "private, no-cache, no-transform"],
      ["x-content-type-options", "nosniff"],
      ["content-security-policy", "default-src 'none'; sandbox; frame-ancestors 'none'"],
      ["cross-origin-resource-policy", "same-origin"],
      ["referrer-policy", "no-referrer"],
      ...extra,
    ],
  })
}

function shownAs(type: string): string {
  return type === "text/plain" ? "text/plain; charset=utf-8" : type
}
