import { isUtf8 } from "node:buffer"
import type { IncomingMessage } from "node:http"
import { parse } from "content-disposition"
import { FileName } from "../../domain/wire/files/attachment-schemas.ts"
import { single } from "./exchange.ts"
import { failInvalid } from "./input.ts"

const wish = 'expected `attachment; filename="name"`'

/**
 * The name that a request gives to the file in its body. A page of another site can send any bytes, but not this
 * header, because its browser would first ask for permission and this server never grants it. So a request without
 * the header is refused.
 * @throws invalid_input
 */
export function fileNameOf(req: IncomingMessage): string {
  const path = "Content-Disposition"
  const header = single(req, "content-disposition")
  if (header === undefined) return failInvalid([{ path, message: `is needed: ${wish}` }])
  const { type, parameters } = parse(header)
  const { filename } = parameters
  if (type !== "attachment" || filename === undefined)
    return failInvalid([{ path, message: wish, received: header.slice(0, 100) }])
  const name = parameters["filename*"] === undefined ? fromBytes(filename) : filename
  const parsed = FileName.safeParse(name)
  if (parsed.success) return parsed.data
  const message = `the name ${parsed.error.issues[0]?.message}`
  return failInvalid([{ path, message, received: name.slice(0, 100).toWellFormed() }])
}

/** Form uploads wrap files in other text, which would be stored with them. @throws invalid_input */
export function refuseForms({ headers }: IncomingMessage): void {
  const { "content-type": type = "" } = headers
  if (!/^\s*(?:multipart\/|application\/x-www-form-urlencoded)/i.test(type)) return
  const message = "form uploads are not supported: the body must be the file itself, with nothing around it"
  failInvalid([{ path: "Content-Type", message, received: type.slice(0, 100) }])
}

// --- internal ---

/** Node reads headers as Latin-1, and many clients send UTF-8. */
function fromBytes(name: string): string {
  const bytes = Buffer.from(name, "latin1")
  return isUtf8(bytes) ? bytes.toString("utf8") : name
}
