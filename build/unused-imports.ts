import type { Plugin } from "esbuild"

/**
 * Imports that only serve options which Upnext never sets: in listhen certificates, tunnels, QR codes, the clipboard, web
 * sockets, opening a browser, and development with reload. esbuild bundles a dynamic import even
 * where nothing calls it, so each of these is bundled as an empty module. See docs/decisions/server-bundle.md.
 */
export const unusedByServer: UnusedImports = {
  listhen: [
    "node-forge",
    "uqr",
    "untun",
    "tinyclip",
    "crossws/adapters/node",
    "jiti",
    "@parcel/watcher",
    "@parcel/watcher-wasm",
    "../chunks/xdg-open.mjs",
  ],
  // Its validator of JSON Schema, for answers of people, whom we ask nothing. See src/mcp/server.ts.
  "@modelcontextprotocol/server": ["./ajvProvider-DyjnscPj.mjs"],
  // Requests and responses as a browser has them. Only the router of h3 is used (docs/decisions/h3-routing.md).
  h3: ["srvx", "srvx/body-limit"],
  // Its binding to libpq, sockets of another platform, and passwords from a file, which it will drop itself.
  pg: ["./native", "pg-cloudflare", "pgpass"],
}

/** By package, as they are written there. */
type UnusedImports = Readonly<Record<string, readonly string[]>>

/** Bundles each of these imports as an empty module. */
export const without = (unusedImports: UnusedImports): Plugin => ({
  name: "without-unused",
  setup({ onStart, onResolve, onLoad, onEnd, resolve }) {
    const missing = new Set<string>()
    onStart(() => {
      for (const [name, imports] of Object.entries(unusedImports))
        for (const path of imports) missing.add(`${path} of ${name}`)
    })
    onResolve({ filter: /./ }, ({ path, importer, resolveDir, kind }) => {
      const [, name = ""] =
        /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/](?!.*[\\/]node_modules[\\/])/.exec(importer) ??
        []
      if (name === "listhen" && path === "consola")
        return resolve("consola/basic", { importer, resolveDir, kind })
      if (!unusedImports[name]?.includes(path)) return undefined
      missing.delete(`${path} of ${name}`)
      // esbuild reads a `.mjs` as an ECMAScript module, which has to export what is imported from it.
      return { path: path.replace(/\.mjs$/, ""), namespace: "unused" }
    })
    onLoad({ filter: /./, namespace: "unused" }, () => ({
      contents: "exports.isLeftOut = true",
      loader: "js",
    }))
    // A package that no longer imports it may have found another way to bring the same thing along.
    onEnd(() => ({
      errors: [...missing].map((each) => ({
        text: `build/unused-imports.ts: the import ${each} is no longer there`,
      })),
    }))
  },
})
