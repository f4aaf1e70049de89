/** True for an address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase()
  return (
    name === "localhost" || name === "::1" || /^127(\.\d{1,3}){3}$/.test(name) || name === "::ffff:127.0.0.1"
  )
}
