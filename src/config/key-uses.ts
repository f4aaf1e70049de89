import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"

/** A request, as the proof of a home covers it. */
interface Proved {
  readonly method: string
  /** As the client names the server, with its port: no other server can pass the proof on. */
  readonly host: string
  /** Without the query. */
  readonly path: string
}

/** What the key of a home signs. Each use has a label, so that nothing signed for one can pass for another. */
export type KeyUses = ReturnType<typeof createKeyUses>

export function createKeyUses(key: Buffer) {
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("base64url")

  const leaseToken = (task: string, epoch: number) =>
    `${task}.${epoch}.${sign(`lease:${task}.${epoch}`).slice(0, macLength)}`

  const signHome = ({ method, host, path }: Proved, stamp: string) =>
    `${stamp}.${sign(`home:${stamp} ${method} ${host.toLowerCase()}${path}`)}`

  const proveServer = (challenge: string, end: string) => sign(`server:${challenge} ${end}`)

  return {
    /** The right to a task at an epoch. */
    leaseToken,
    /** Shows to a client, which chose the challenge, that the server at the end of its connection holds the key. */
    proveServer,
    isServerProof: (proof = "", challenge: string, end: string) => isSame(proof, proveServer(challenge, end)),
    /** The lease token of today for one from before there were labels; any other text as it is. */
    renewLeaseToken(given: string): string {
      const [, task, epoch] = /^(T-\d{1,15})\.(\d{1,15})\.[\w-]{22}$/.exec(given) ?? []
      if (task === undefined || epoch === undefined) return given
      const before = `${task}.${epoch}.${sign(`${task}.${epoch}`).slice(0, macLength)}`
      return isSame(given, before) ? leaseToken(task, Number(epoch)) : given
    },
    /** Shows that the sender holds the key. It is good for one such request, for a minute. @param at in ms since 1970 */
    proveHome: (request: Proved, at: number) =>
      signHome(request, `${at}.${randomBytes(9).toString("base64url")}`),
    isHomeProof(proof: string, request: Proved, now: number): boolean {
      const [, stamp = "", at] = /^((\d{1,15})\.[\w-]{12})\./.exec(proof) ?? []
      return Math.abs(now - Number(at)) <= proofMs && isSame(proof, signHome(request, stamp))
    },
  }
}

// --- internal ---

/** 22 characters are 128 bits of the MAC. */
const macLength = 22

const proofMs = 60_000

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}
