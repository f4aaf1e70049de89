/** How many letters and digits a rank may have. */
export const mostInRank = 8

/** A number below 2^48 for a rank, which sorts as the texts do: each character is a digit to the base 63. */
export function numberOfRank(rank: string): number {
  let number = 0
  for (const sign of rank.padEnd(mostInRank)) number = number * 63 + digits.indexOf(sign)
  return number
}

// --- internal ---

const digits = " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
