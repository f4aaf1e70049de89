import type { Options } from "tsup"

/**
 * What packages import only for an option that Upnext never sets: in listhen certificates, QR codes, tunnels, the
 * clipboard, web sockets and development with reload; in pg sockets of Cloudflare, and passwords from a file.
 */
const unasked = [
  "node-forge",
  "uqr",
  "untun",
  "tinyclip",
  "crossws/adapters/node",
  "jiti",
  "@parcel/watcher",
  "@parcel/watcher-wasm",
  "pg-cloudflare",
  "pgpass",
]

/** Left out by aliases, and what is loaded from a file of its own by leaving its import as it is. */
export const leaveOut: NonNullable<Options["esbuildOptions"]> = (options) => {
  options.alias = {
    ...Object.fromEntries(unasked.map((name) => [name, "./build/left-out.cjs"])),
    // Its entry for Node brings a fetch along for those that have none.
    ofetch: "./node_modules/ofetch/dist/index.mjs",
  }
  // What opens a browser for listhen, the questions of consola, and the client of pg that is bound to libpq.
  options.external = ["*/chunks/xdg-open.mjs", "*/chunks/prompt.mjs", "./native"]
}
