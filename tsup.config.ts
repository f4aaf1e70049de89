import { defineConfig, type Options } from "tsup"
import { finishAssets } from "./build/assets.ts"
import { doors } from "./build/doors.ts"
import { later } from "./build/later.ts"
import { leanMcpSdk } from "./build/mcp-sdk.ts"
import { notices } from "./build/notices.ts"
import { serverApart, serverParts } from "./build/parts.ts"
import { descriptionsApart, evaluatedForCommands, evaluatedForPage } from "./build/routes.ts"
import { ascii } from "./build/script-text.ts"
import { unusedByServer, without } from "./build/unused-imports.ts"
import { withoutHeaders } from "./build/without-headers.ts"
import { withoutHttps } from "./build/without-https.ts"

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

export default defineConfig([
  {
    entry: { cli: "src/cli.ts", program: "src/program.ts", sea: "src/sea.ts" },
    ...ofScript,
    esbuildPlugins: [evaluatedForCommands, descriptionsApart, serverApart, notices],
  },
  {
    entry: { server: "src/index.ts" },
    ...ofScript,
    esbuildPlugins: [
      ...[serverParts, evaluatedForCommands, descriptionsApart, without(unusedByServer)],
      ...[withoutHeaders, withoutHttps, leanMcpSdk, notices, doors],
    ],
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
