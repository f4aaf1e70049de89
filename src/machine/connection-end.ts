/** The end of a connection that is the server's, as both sides see it. */
export function endOf(address: string, port: number): string {
  return `${address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "")} ${port}`
}
