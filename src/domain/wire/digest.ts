/**
 * A number of 53 bits that stands for a value of JSON: cyrb53, by bryc, in the public domain. It tells whether a value
 * is another one, and guards against nobody. The log does not hold it, but a checkpoint does: another function here
 * takes a new version of checkpoints.
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
