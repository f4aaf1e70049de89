import { isMe } from "./names.ts"

/**
 * `me` in a request stands for its sender. Requests are parsed synchronously, one after the other, so the sender of the
 * request that is being parsed is stored here, where every schema of a name can find it.
 */
let asker: string | undefined
let isMeant = false

/** Parses with `me` as this name; undefined: the sender is not known, so `me` is refused. */
export function parseFor<T>(name: string | undefined, parse: () => T): T {
  asker = name
  isMeant = false
  try {
    return parse()
  } finally {
    asker = undefined
  }
}

/**
 * Whether the last parsed input named its sender as `me`, so that the same text means something else from another
 * sender.
 */
export function saidMe(): boolean {
  return isMeant
}

/** The sender's own name for `me`, and any other as it is. */
export function inOwnName(name: string): string {
  if (!isMe(name)) return name
  isMeant = true
  return asker ?? name
}
