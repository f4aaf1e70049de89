import { hash, randomBytes } from "node:crypto"
import { crc32 } from "node:zlib"

/**
 * A token that cannot be guessed: `upn_`, 192 random bits, and their checksum. Scanners for secrets find it by its
 * beginning, and one with a wrong character is told from one that was revoked.
 */
export function createToken(): { readonly token: string; readonly hash: string } {
  const random = randomBytes(24).toString("base64url")
  const token = `${prefix}${random}${checksum(random)}`
  return { token, hash: hashToken(token) }
}

/**
 * What is kept of a token: its SHA-256, in hex. A token is long and random, so it cannot be found by trying; a slow hash,
 * as passwords need, would only slow down every request.
 */
export function hashToken(token: string): string {
  return hash("sha256", token, "hex")
}

/** Whether a text has the form of one of our tokens, and is not whole. */
export function isMistyped(token: string): boolean {
  if (!token.startsWith(prefix)) return false
  const random = token.slice(prefix.length, -6)
  return random.length !== 32 || checksum(random) !== token.slice(-6)
}

// --- internal ---

const prefix = "upn_"

function checksum(random: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(random))
  return bytes.toString("base64url")
}
