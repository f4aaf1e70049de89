/** The types that a browser may show. None of them can contain anything that a browser runs. */
export const shownTypes: readonly string[] = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "application/pdf",
  "text/plain",
]

/** Anything else is a download. */
export const otherType = "application/octet-stream"

/** Detects the type of a file from its bytes. The type stated by the sender does not count. */
export function createTypeFinder() {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let head = Buffer.alloc(0)
  let isText = true

  function look(decode: () => string): void {
    if (!isText) return
    try {
      isText = !control.test(decode())
    } catch {
      isText = false
    }
  }

  return {
    take(piece: Uint8Array) {
      if (head.length < headBytes) head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)])
      look(() => decoder.decode(piece, { stream: true }))
    },
    /** To be asked once, after the last piece. */
    type() {
      look(() => decoder.decode())
      const found = signatures.find(({ form }) => form.test(head.toString("latin1")))
      if (found) return found.type
      return isText && !markup.test(head.toString("utf8")) ? "text/plain" : otherType
    },
  }
}

// --- internal ---

const headBytes = 4096

/** Allowed in addition to line ends: tabs, and the escape sequences of terminal output. */
// oxlint-disable-next-line no-control-regex
const control = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/

/** Text that could be mistaken for a page or a picture is not shown at all. */
const markup = /<(?:!doctype|\?xml|html|head|body|script|svg|iframe)\b/i

/** The first bytes of the types that are not text, as Latin-1 (WHATWG MIME Sniffing, 6 and 7.1). */
const signatures: readonly { readonly type: string; readonly form: RegExp }[] = [
  { type: "image/png", form: /^\x89PNG\r\n[^]\n/ },
  { type: "image/jpeg", form: /^\xff\xd8\xff/ },
  { type: "image/gif", form: /^GIF8[79]a/ },
  { type: "image/webp", form: /^RIFF[^]{4}WEBPVP/ },
  { type: "image/avif", form: /^[^]{4}ftypavi[fs]/ },
  { type: "application/pdf", form: /^%PDF-/ },
]
