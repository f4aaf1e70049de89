import { fail } from "../../errors.ts"

/**
 * Slows down clients that guess tokens. Only requests with a wrong token are counted, and only such requests are
 * refused for this reason.
 */
export function createFailedTokens(now: () => number = () => performance.now()) {
  /** By address group. A Map keeps insertion order, so the first group is the one that began longest ago. */
  const counts = new Map<string, { since: number; failures: number }>()

  function recent(group: string): { since: number; failures: number } | undefined {
    const count = counts.get(group)
    if (!count || now() - count.since < windowMs) return count
    counts.delete(group)
    return undefined
  }

  return {
    /** @throws too_many_attempts where the address has failed too often lately */
    check(address: string) {
      const count = recent(groupOf(address))
      if (!count || count.failures < mostFailures) return
      fail("too_many_attempts", {
        detail: `This address sent ${mostFailures} wrong tokens within a minute.`,
        facts: { retryAfter: Math.ceil((count.since + windowMs - now()) / 1000) },
      })
    },
    /** What was noted last proved to be right. */
    forgive(address: string) {
      const count = recent(groupOf(address))
      if (count) count.failures -= 1
    },
    note(address: string) {
      const group = groupOf(address)
      const count = recent(group)
      if (count) {
        count.failures += 1
        return
      }
      counts.set(group, { since: now(), failures: 1 })
      if (counts.size <= mostAddresses) return
      const [oldest] = counts.keys()
      if (oldest !== undefined) counts.delete(oldest)
    },
  }
}

// --- internal ---

const windowMs = 60_000
const mostFailures = 10
const mostAddresses = 10_000

/** Only the first 64 bits of an IPv6 address, because one machine has all addresses below them. */
function groupOf(address: string): string {
  return address.includes(":") && !address.startsWith("::ffff:") ? firstHalf(address) : address
}

/** `2001:db8::1` → `2001:db8:0:0` */
function firstHalf(address: string): string {
  const [head = "", tail] = address.split("::")
  const groups = head === "" ? [] : head.split(":")
  const rest = tail === undefined || tail === "" ? [] : tail.split(":")
  const filled =
    tail === undefined
      ? groups
      : [...groups, ...Array<string>(8 - groups.length - rest.length).fill("0"), ...rest]
  return filled.slice(0, 4).join(":")
}
