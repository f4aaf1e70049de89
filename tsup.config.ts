import { build, type Plugin } from "esbuild"
import { cp, mkdir, readFile, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { defineConfig, type Options } from "tsup"

/**
 * The client's table of routes follows from the list of operations, which needs zod and the rules. A client command
 * and the dashboard should load neither. So the build runs the module and bundles its value instead.
 * @param write what the bundled module says
 */
const evaluated = (write: (routes: Routes) => string | Promise<string> = asModule): Plugin => ({
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
        routes: Routes
      }
      return { contents: await write(routes), loader: "js" }
    })
  },
})

const asModule = (routes: object): string => `export const routes = ${JSON.stringify(routes)}`

type Routes = Readonly<Record<string, Route>>

interface Route {
  readonly method: string
  readonly path: string
  readonly fields: Readonly<Record<string, { readonly description: string }>>
}

/** Changes each value of a record. */
function mapValues<V, W>(record: Readonly<Record<string, V>>, change: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}

/** The dashboard offers no flags. Of the fields of a route it needs to know only whether it takes a moment. */
const evaluatedForPage = evaluated((routes) =>
  asModule(
    mapValues(routes, ({ method, path, fields }) => ({
      method,
      path,
      fields: "at" in fields ? { at: {} } : {},
    })),
  ),
)

/** Only help, completions and errors show descriptions, so a command reads them from their file when it needs them. */
const evaluatedForCommands = evaluated(async (routes) => {
  const descriptions = mapValues(routes, ({ fields }) => mapValues(fields, ({ description }) => description))
  await mkdir("dist", { recursive: true })
  await writeFile("dist/descriptions.json", JSON.stringify(descriptions))
  return `${asModule(
    mapValues(routes, (route) => ({
      ...route,
      fields: mapValues(route.fields, (field) => ({ ...field, description: undefined })),
    })),
  )}
    let descriptions
    for (const [name, { fields }] of Object.entries(routes))
      for (const [key, field] of Object.entries(fields))
        Object.defineProperty(field, "description", {
          get: () => (descriptions ??= require("./descriptions.json"))[name][key],
        })`
})

const descriptionsApart: Plugin = {
  name: "descriptions",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/descriptions\.json$/ }, ({ path }) => ({ path, external: true }))
  },
}

/**
 * Imports that only serve options which Upnext never sets: in listhen certificates, tunnels, QR codes, the clipboard, web
 * sockets, opening a browser, and development with reload; in consola questions. esbuild bundles a dynamic import even
 * where nothing calls it, so each of these is bundled as an empty module. See docs/decisions/server-bundle.md.
 */
const unusedByServer: UnusedImports = {
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
  consola: ["./chunks/prompt.mjs"],
  // Its validator of JSON Schema, for answers of people, whom we ask nothing. See src/mcp/server.ts.
  "@modelcontextprotocol/server": ["./ajvProvider-DyjnscPj.mjs"],
  // Its binding to libpq, sockets of another platform, and passwords from a file, which it will drop itself.
  pg: ["./native", "pg-cloudflare", "pgpass"],
}

/** By package, as they are written there. */
type UnusedImports = Readonly<Record<string, readonly string[]>>

const without = (unusedImports: UnusedImports): Plugin => ({
  name: "without-unused",
  setup({ onStart, onResolve, onLoad, onEnd }) {
    const missing = new Set<string>()
    onStart(() => {
      for (const [name, imports] of Object.entries(unusedImports))
        for (const path of imports) missing.add(`${path} of ${name}`)
    })
    onResolve({ filter: /./ }, ({ path, importer }) => {
      const [, name = ""] =
        /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/](?!.*[\\/]node_modules[\\/])/.exec(importer) ??
        []
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
      errors: [...missing].map((each) => ({ text: `tsup.config.ts: the import ${each} is no longer there` })),
    }))
  },
})

/** Commands that load much of the server. */
const ofServer = ["start", "init", "doctor", "mcp", "move", "service/install"]

/** Commands that no shell calls again and again. Their code is not in the file of those that are. */
const rare = [
  ...["completions", "logs", "open", "plan", "prime", "stats", "stop", "whoami", "work/index"],
  ...["team/pause", "team/resume", "team/seed", "host/list", "service/uninstall", "service/status"],
  ...["agent/list", "agent/show", "agent/pause", "agent/resume", "agent/describe", "agent/delete"],
]

const apart: Plugin = {
  name: "apart",
  setup({ onResolve }) {
    const names = [...ofServer, ...rare].join("|")
    onResolve({ filter: new RegExp(`^\\./commands/(${names})\\.ts$`) }, ({ path }) => ({
      path: path.replace(".ts", ".js"),
      external: true,
    }))
  },
}

/** A script that is compiled apart from its file cannot import: `cli.cjs` hands it `__import`. */
const importsByLoader: NonNullable<Options["plugins"]>[number] = {
  name: "imports-by-loader",
  renderChunk: (code, { path }) =>
    path.endsWith("program.cjs") ? { code: code.replaceAll(/\bimport\((?=")/g, "__import(") } : undefined,
}

const entriesOf = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`commands/${name}`, `src/commands/${name}.ts`]))

/** The folders below `node_modules` of all packages that are part of a bundle. */
const bundled = new Set<string>()

/** Writes the licences of all that is bundled into `dist/NOTICES.txt`, as most of them ask for. */
const notices: Plugin = {
  name: "notices",
  setup({ initialOptions, onEnd }) {
    initialOptions.metafile = true
    onEnd(async ({ metafile }) => {
      for (const { inputs } of Object.values(metafile?.outputs ?? {})) {
        for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
          const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
          if (folder !== undefined && bytesInOutput > 0) bundled.add(folder)
        }
      }
      const texts = await Promise.all([...bundled].sort().map(noticeOf))
      await mkdir("dist", { recursive: true })
      await writeFile("dist/NOTICES.txt", `Upnext contains parts of these packages.\n\n${texts.join("\n\n")}`)
    })
  },
}

async function noticeOf(folder: string): Promise<string> {
  const card = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Record<string, string>
  const file = (await readdir(folder)).find((name) => /^(licen[cs]e|copying)/i.test(name))
  const text =
    file === undefined ? "(The package comes without the text.)" : await readFile(join(folder, file), "utf8")
  const title = `${card["name"]} ${card["version"]} (${card["license"]})`
  return [title, "-".repeat(title.length), text.trim(), ""].join("\n")
}

/** How all that talks to a server is built. */
const ofClient: Options = {
  target: "node20",
  platform: "node",
  noExternal: [/./],
  minify: true,
}

/** Bundled CommonJS calls require(). */
const banner = {
  js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
}

export default defineConfig([
  {
    // CommonJS: to set up ECMAScript modules takes node 5 ms, and each further file 1 ms.
    entry: { cli: "src/cli.ts", program: "src/program.ts" },
    ...ofClient,
    format: "cjs",
    splitting: false,
    plugins: [importsByLoader],
    esbuildPlugins: [evaluatedForCommands, descriptionsApart, apart, notices],
  },
  {
    entry: entriesOf(rare),
    ...ofClient,
    format: "esm",
    splitting: true,
    esbuildPlugins: [evaluated(), notices],
    banner,
  },
  {
    entry: { index: "src/index.ts", past: "src/past/thread.ts", ...entriesOf(ofServer) },
    format: "esm",
    target: "node20",
    platform: "node",
    splitting: true,
    dts: { entry: { index: "src/index.ts" } },
    noExternal: [/./],
    esbuildPlugins: [evaluated(), without(unusedByServer), notices],
    banner,
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
    esbuildPlugins: [evaluatedForPage, notices],
    onSuccess: async () => {
      await cp("assets/dashboard", "dist/assets", { recursive: true })
      await cp("node_modules/uplot/dist/uPlot.min.css", "dist/assets/uplot.css")
    },
  },
])
