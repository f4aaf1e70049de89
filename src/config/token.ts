import { createHash, randomBytes } from "node:crypto"

/** An auth token that cannot be guessed: 192 random bits as text that fits into a header. */
export function createToken(): string {
  return randomBytes(24).toString("base64url")
}

/**
 * What is kept of an auth token: its SHA-256, in hex. A token is long and random, so it cannot be found by trying;
 * a slow hash, as passwords need, would only slow down every request.
 */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}
