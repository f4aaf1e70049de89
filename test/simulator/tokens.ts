import { createHash } from "node:crypto"

export const hash = (text: string): string => createHash("sha256").update(text).digest("hex")

export const leaseToken = (task: string, epoch: number): string =>
  `${task}.${epoch}.${hash(`lease of ${task} at ${epoch}`).slice(0, 12)}`

/** The epoch that a lease token was made for. */
export const epochIn = (token: string): number => Number(token.split(".")[1])
