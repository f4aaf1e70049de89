/** The port in the URL of a server, which names none where it is 80. */
export function portOf(url: string): number {
  return Number(new URL(url).port || 80)
}

/** Where a server that listens at an address can be reached from this machine, without brackets. */
export function reachableHost(host: string): string {
  const name = host.replace(/^\[|\]$/g, "")
  return name === "0.0.0.0" || name === "::" ? "127.0.0.1" : name
}

/** The URL of a server that listens at an address of this machine. */
export function urlAt(host: string, port: number | string): string {
  const name = reachableHost(host)
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`
}
