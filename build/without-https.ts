import type { Plugin } from "esbuild"
import { readFile } from "node:fs/promises"

/**
 * Upnext speaks plain HTTP. listhen, and what it closes connections with, load Node's HTTPS at each start, and with it
 * TLS. It stands in no list of unused imports, because tsup resolves Node's own modules before such a list is asked.
 */
export const withoutHttps: Plugin = {
  name: "without-https",
  setup({ onLoad }) {
    const files =
      /[\\/]node_modules[\\/](listhen[\\/]dist[\\/](index|shared[\\/].*)\.mjs|http-shutdown[\\/]index\.js)$/
    onLoad({ filter: files }, async ({ path }) => {
      const text = await readFile(path, "utf8")
      const contents = text
        .replace(/^import 'node:https';$/m, "")
        .replace(/^import \{ createServer \} from 'node:https';$/m, "let createServer;")
        .replace(/^var https = require\('https'\);$/m, "var https;")
      if (contents === text)
        throw new Error(`build/without-https.ts: ${path} does not load HTTPS at its start`)
      return { contents, loader: "js" }
    })
  },
}
