/** The port in a server's URL; a URL does not name the default port. */
export function portOf(url: string): number {
  return Number(new URL(url).port || 80)
}

/** The host, without brackets, at which this machine can reach a server listening at an address. */
export function reachableHost(host: string): string {
  const name = host.replace(/^\[|\]$/g, "")
  return name === "0.0.0.0" || name === "::" ? "127.0.0.1" : name
}

/** The URL of a server listening at an address of this machine. */
export function urlAt(host: string, port: number | string): string {
  const name = reachableHost(host)
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`
}
