/**
 * A 53-bit hash of a JSON value: cyrb53, by bryc, in the public domain. It detects changed values and is not meant to
 * be secure. It is not in the log, but it is in checkpoints, so another function here requires a new checkpoint
 * version.
 */
export function digestOf(value: unknown): number {
  const text = JSON.stringify(value)
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}
