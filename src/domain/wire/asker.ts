import { isMe } from "./names.ts"

/**
 * `me` in a request is whoever sends it. Requests are parsed at once, one after the other, so the sender of the one that is
 * being parsed is kept here, where every schema of a name finds it.
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

/** Whether what was parsed last named its sender as `me`, so that it says something else from somebody else. */
export function saidMe(): boolean {
  return isMeant
}

/** The sender's own name for `me`, and any other as it is. */
export function inOwnName(name: string): string {
  if (!isMe(name)) return name
  isMeant = true
  return asker ?? name
}
