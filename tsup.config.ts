import { defineConfig, type Options } from "tsup"
import { finishAssets } from "./build/assets.ts"
import { doors } from "./build/doors.ts"
import { later } from "./build/later.ts"
import { notices } from "./build/notices.ts"
import { serverApart, serverParts } from "./build/parts.ts"
import { descriptionsApart, evaluatedForCommands, evaluatedForPage } from "./build/routes.ts"
import { ascii } from "./build/script-text.ts"

/** How the scripts are built. They are CommonJS: to set up ECMAScript modules takes Node 5 ms, and each further file 1 ms. */
const ofScript: Options = {
  format: "cjs",
  target: "node20",
  platform: "node",
  noExternal: [/./],
  minify: true,
  splitting: false,
  plugins: [ascii],
  esbuildOptions(options) {
    options.supported = { ...options.supported, "dynamic-import": false }
    options.define = { ...options.define, "import.meta.dirname": "__dirname" }
    // Its entry for Node brings a fetch along for those that have none.
    options.alias = { ...options.alias, ofetch: "./node_modules/ofetch/dist/index.mjs" }
  },
}

/**
 * What packages import only for an option that Upnext never sets: in listhen certificates, QR codes, tunnels, the
 * clipboard, web sockets and development with reload; in pg its binding to libpq, sockets of Cloudflare, and passwords from a file.
 */
const unasked = [
  ...[
    "node-forge",
    "uqr",
    "untun",
    "tinyclip",
    "crossws/adapters/node",
    "jiti",
    "@parcel/watcher",
    "@parcel/watcher-wasm",
  ],
  ...["pg-native", "pg-cloudflare", "pgpass"],
]

export default defineConfig([
  {
    entry: { cli: "src/cli.ts", program: "src/program.ts", sea: "src/sea.ts" },
    ...ofScript,
    esbuildPlugins: [evaluatedForCommands, descriptionsApart, serverApart, notices],
  },
  {
    entry: { server: "src/index.ts" },
    ...ofScript,
    esbuildOptions(options, context) {
      ofScript.esbuildOptions?.(options, context)
      for (const name of unasked) options.alias = { ...options.alias, [name]: "./build/left-out.cjs" }
      // What opens a browser for listhen, and the questions of consola.
      options.external = ["*/chunks/xdg-open.mjs", "*/chunks/prompt.mjs"]
    },
    esbuildPlugins: [serverParts, evaluatedForCommands, descriptionsApart, notices, doors],
  },
  {
    entry: {
      dashboard: "src/dashboard/main.tsx",
      stream: "src/dashboard/stream/worker.ts",
      // The style of the page is one file: together its parts compress to two thirds of what they do one by one.
      page: "assets/dashboard/page.css",
      flow: "assets/dashboard/flow.css",
    },
    outDir: "dist/assets",
    format: "esm",
    target: "es2022",
    platform: "browser",
    minify: true,
    splitting: true,
    noExternal: [/./],
    esbuildOptions(options) {
      options.alias = { ...options.alias, entities: "./src/dashboard/words/entities.ts" }
    },
    esbuildPlugins: [evaluatedForPage, later, notices],
    onSuccess: finishAssets,
  },
])
