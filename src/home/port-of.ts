/** The port in the URL of a server, which names none where it is 80. */
export function portOf(url: string): number {
  return Number(new URL(url).port || 80)
}
