import type { Plugin } from "esbuild"
import { readFile } from "node:fs/promises"

/**
 * Two constants of h3 for answers as a browser has them, which its router does not make. To make them, Node would load
 * the global Headers, with all of undici, at each start: 20 to 30 ms.
 */
export const withoutHeaders: Plugin = {
  name: "without-headers",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/]h3[\\/]dist[\\/]response\.mjs$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8")
      const contents = text
        .replace(/new FrozenHeaders\(\{[^}]*\}\)/g, "undefined")
        .replace(/class extends Headers\b/, "class")
      if (contents.length === text.length)
        throw new Error(`build/without-headers.ts: ${path} makes no Headers at its start`)
      return { contents, loader: "js" }
    })
  },
}
