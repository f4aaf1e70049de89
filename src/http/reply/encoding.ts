import { promisify } from "node:util"
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from "node:zlib"

export type Coding = "br" | "gzip"

/** As a Response takes them. */
export type PlainBytes = Buffer<ArrayBuffer>

/** The best coding that `Accept-Encoding` allows; undefined: the body is sent uncompressed. */
export function bestCoding(accepted = ""): Coding | undefined {
  const offers = accepted.split(",").map((each) => each.trim().toLowerCase())
  const takes = (name: string) =>
    offers.some((each) => each === name || new RegExp(`^${name};q=(?!0(\\.0*)?$)`).test(each))
  return takes("br") ? "br" : takes("gzip") ? "gzip" : undefined
}

/** Compresses in a thread. At its best quality, brotli makes text 8 % smaller but takes twelve times as long. */
export async function compress(body: string | Buffer, coding: Coding): Promise<PlainBytes> {
  return Buffer.from(
    await (coding === "br" ? promisify(brotliCompress)(body, { params }) : promisify(gzip)(body)),
  )
}

/** Converts PlainBytes from one coding to another. undefined: not coded. */
export async function inCoding(
  bytes: PlainBytes,
  from: Coding | undefined,
  to: Coding | undefined,
): Promise<PlainBytes> {
  const plain =
    from === undefined
      ? bytes
      : Buffer.from(await promisify(from === "br" ? brotliDecompress : gunzip)(bytes))
  return to === undefined ? plain : compress(plain, to)
}

/** True for the address of a client on this machine, for which compressing takes longer than it saves. */
export function isLocal(address = "::1"): boolean {
  return /^(?:(?:::ffff:)?127\.|::1$)/.test(address)
}

// --- internal ---

const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
