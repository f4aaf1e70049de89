import { build, type Plugin } from "esbuild"
import { cp, readFile } from "node:fs/promises"
import { defineConfig } from "tsup"

/**
 * The client's table of routes follows from the list of operations, which needs zod and the rules. A client
 * command shall load neither, so the module is run at build time and its value stands in its place.
 */
const evaluated: Plugin = {
  name: "evaluated",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]client[\\/]routes\.ts$/ }, async ({ path }) => {
      const bundle = await build({
        entryPoints: [path],
        bundle: true,
        platform: "node",
        format: "esm",
        write: false,
      })
      const code = bundle.outputFiles[0]?.text ?? ""
      const { routes } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
        routes: unknown
      }
      return { contents: `export const routes = ${JSON.stringify(routes)}`, loader: "js" }
    })
  },
}

/**
 * ofetch's entry makes an instance over the global fetch as soon as it is loaded, which costs a client command
 * 50 ms, and drags a polyfill of 110 KB along. Only `createFetch` is used; it lies in a file of its own.
 */
const lean: Plugin = {
  name: "lean",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]ofetch[\\/]dist[\\/]node\.mjs$/ }, async ({ path }) => {
      const found = /import \{ (\w+) as createFetch \} from '([^']+)'/.exec(await readFile(path, "utf8"))
      if (!found) throw new Error(`${path} is not the ofetch that tsup.config.ts knows`)
      return { contents: `export { ${found[1]} as createFetch } from "${found[2]}"`, loader: "js" }
    })
  },
}

/** Commands that load the server, or much of it: built with it, beside the program. */
const heavy = ["start", "init", "doctor"]

const apart: Plugin = {
  name: "apart",
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^\\./commands/(${heavy.join("|")})\\.ts$`) }, ({ path }) => ({
      path: path.replace(".ts", ".js"),
      external: true,
    }))
  },
}

export default defineConfig([
  {
    // One file of CommonJS: to set up ECMAScript modules takes node 5 ms, and each further file 1 ms.
    entry: { cli: "src/cli.ts" },
    format: "cjs",
    target: "node20",
    platform: "node",
    splitting: false,
    noExternal: [/./],
    esbuildPlugins: [evaluated, lean, apart],
    minify: true,
  },
  {
    entry: {
      index: "src/index.ts",
      ...Object.fromEntries(heavy.map((name) => [`commands/${name}`, `src/commands/${name}.ts`])),
    },
    format: "esm",
    target: "node20",
    platform: "node",
    splitting: true,
    dts: { entry: { index: "src/index.ts" } },
    noExternal: [/./],
    esbuildPlugins: [evaluated, lean],
    // Bundled CommonJS calls require().
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    minify: true,
  },
  {
    entry: { dashboard: "src/dashboard/main.tsx", stream: "src/dashboard/stream/worker.ts" },
    outDir: "dist/assets",
    format: "esm",
    target: "es2022",
    platform: "browser",
    minify: true,
    splitting: true,
    noExternal: [/./],
    onSuccess: async () => {
      await cp("assets/dashboard", "dist/assets", { recursive: true })
      await cp("node_modules/uplot/dist/uPlot.min.css", "dist/assets/uplot.css")
    },
  },
])
