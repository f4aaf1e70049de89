/** How many letters and digits a rank may have. */
export const mostInRank = 8

/** One number for a rank, below 2^48, that sorts as the texts do: each sign is a digit to the base 63. */
export function numberOfRank(rank: string): number {
  let number = 0
  for (const sign of rank.padEnd(mostInRank)) number = number * 63 + digits.indexOf(sign)
  return number
}

// --- internal ---

const digits = " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
