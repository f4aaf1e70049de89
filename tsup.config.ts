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
 * sockets, opening a browser, and development with reload. esbuild bundles a dynamic import even
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
  // Its validator of JSON Schema, for answers of people, whom we ask nothing. See src/mcp/server.ts.
  "@modelcontextprotocol/server": ["./ajvProvider-DyjnscPj.mjs"],
  // Requests and responses as a browser has them. Only the router of h3 is used (docs/decisions/h3-routing.md).
  h3: ["srvx", "srvx/body-limit"],
  // Its binding to libpq, sockets of another platform, and passwords from a file, which it will drop itself.
  pg: ["./native", "pg-cloudflare", "pgpass"],
}

/** By package, as they are written there. */
type UnusedImports = Readonly<Record<string, readonly string[]>>

const without = (unusedImports: UnusedImports): Plugin => ({
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
      errors: [...missing].map((each) => ({ text: `tsup.config.ts: the import ${each} is no longer there` })),
    }))
  },
})

/** Commands that load much of the server, `server.cjs`. */
const ofServer = ["start", "init", "doctor", "mcp", "move", "service/install"]

/** Commands that no shell calls again and again, `rare.cjs`. */
const rare = [
  ...["completions", "logs", "open", "plan", "prime", "stats", "stop", "whoami", "work/index"],
  ...["team/pause", "team/resume", "team/seed", "host/list", "service/uninstall", "service/status"],
  ...["agent/list", "agent/show", "agent/pause", "agent/resume", "agent/describe", "agent/delete"],
]

const apart: Plugin = {
  name: "apart",
  setup({ onResolve }) {
    const named = (names: readonly string[]) => new RegExp(`^\\./commands/(${names.join("|")})\\.ts$`)
    const toPart = (script: string, names: readonly string[]) =>
      onResolve({ filter: named(names) }, ({ path }) => ({
        path: path.replace(/^\.\/(.*)\.ts$/, `${script}#$1`),
        external: true,
      }))
    toPart("rare.cjs", rare)
    toPart("server.cjs", ofServer)
  },
}

/**
 * Two constants of h3 for answers as a browser has them, which its router does not make. To make them, Node would load
 * the global Headers, with all of undici, at each start: 20 to 30 ms.
 */
const withoutHeaders: Plugin = {
  name: "without-headers",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/]h3[\\/]dist[\\/]response\.mjs$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8")
      const contents = text
        .replace(/new FrozenHeaders\(\{[^}]*\}\)/g, "undefined")
        .replace(/class extends Headers\b/, "class")
      if (contents.length === text.length)
        throw new Error(`tsup.config.ts: ${path} makes no Headers at its start`)
      return { contents, loader: "js" }
    })
  },
}

/** A script that is compiled apart from its file cannot import: `cli.cjs` hands it `__import`. */
const importsByLoader: NonNullable<Options["plugins"]>[number] = {
  name: "imports-by-loader",
  renderChunk: (code, { path }) =>
    path.endsWith("program.cjs") ? { code: code.replaceAll(/\bimport\((?=")/g, "__import(") } : undefined,
}

/** The scripts are read as Latin-1. esbuild escapes all but what stands in a regular expression. */
const ascii: NonNullable<Options["plugins"]>[number] = {
  name: "ascii",
  renderChunk: (code) => ({
    code: code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  }),
}

/**
 * A file of parts: modules that share what they import, in CommonJS, each run when it is first asked for. To set up the
 * 30 ECMAScript modules that the server would be takes Node 65 ms, and their compiled code cannot be kept.
 */
const partsOf = (script: string, names: readonly string[]): Plugin => ({
  name: "parts",
  setup({ initialOptions, onResolve, onLoad }) {
    initialOptions.entryPoints = { [script]: "parts" }
    onResolve({ filter: /^parts$/ }, ({ path }) => ({ path, namespace: "parts" }))
    onLoad({ filter: /./, namespace: "parts" }, () => ({
      contents: names.map((name) => `exports["${name}"] = () => require("./${name}.ts")`).join("\n"),
      resolveDir: "src",
    }))
  },
})

/** What a program imports, and the thread of the past: two files that lead to a part of `server.cjs`. */
const doors: Plugin = {
  name: "doors",
  setup({ onEnd }) {
    onEnd(async () => {
      const { metafile } = await build({
        entryPoints: ["src/index.ts"],
        bundle: true,
        platform: "node",
        format: "esm",
        packages: "external",
        metafile: true,
        write: false,
        outdir: ".",
      })
      const names = Object.values(metafile.outputs).flatMap((output) => output.exports)
      await writeFile(
        "dist/index.js",
        `import server from "./server.cjs"\nexport const { ${names.join(", ")} } = server.index()\n`,
      )
      await writeFile("dist/past.cjs", `require("./server.cjs")["past/thread"]().serveThread()\n`)
    })
  },
}

/** The folders below `node_modules` of all packages that are part of a bundle. */
const bundled = new Set<string>()

/** How many bytes each package, or room of `src/`, puts into each built file or folder. */
const bytes: Record<string, Record<string, number>> = {}

function weigh(output: string, input: string, size: number): void {
  const [, place = ""] = /dist\/(assets(?=\/)|[^/]+\.cjs$)?/.exec(output) ?? []
  const [, name = ""] =
    /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(input) ??
    /^((?:src\/)?[^/]+)/.exec(input) ??
    []
  const of = (bytes[place] ??= {})
  of[name] = (of[name] ?? 0) + size
}

/** Writes the licences of all that is bundled into `dist/NOTICES.txt`, as most of them ask for. */
const notices: Plugin = {
  name: "notices",
  setup({ initialOptions, onEnd }) {
    initialOptions.metafile = true
    onEnd(async ({ metafile }) => {
      for (const [output, { inputs }] of Object.entries(metafile?.outputs ?? {})) {
        for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
          weigh(output, path, bytesInOutput)
          const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
          if (folder !== undefined && bytesInOutput > 0) bundled.add(folder)
        }
      }
      const texts = await Promise.all([...bundled].sort().map(noticeOf))
      await mkdir("dist", { recursive: true })
      await writeFile("dist/bytes.json", JSON.stringify(bytes))
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

/** How a script of parts is built, which is compiled apart from its file. */
const ofScript: Options = {
  ...ofClient,
  format: "cjs",
  splitting: false,
  plugins: [ascii],
  esbuildOptions(options) {
    options.supported = { ...options.supported, "dynamic-import": false }
    options.define = { ...options.define, "import.meta.dirname": "__dirname" }
  },
}

export default defineConfig([
  {
    // CommonJS: to set up ECMAScript modules takes node 5 ms, and each further file 1 ms.
    entry: { cli: "src/cli.ts", program: "src/program.ts", sea: "src/sea.ts" },
    ...ofClient,
    format: "cjs",
    splitting: false,
    plugins: [importsByLoader, ascii],
    esbuildPlugins: [evaluatedForCommands, descriptionsApart, apart, notices],
  },
  {
    entry: { rare: "src/program.ts" },
    ...ofScript,
    esbuildPlugins: [
      partsOf(
        "rare",
        rare.map((name) => `commands/${name}`),
      ),
      ...[evaluatedForCommands, descriptionsApart, notices],
    ],
  },
  {
    entry: { server: "src/index.ts" },
    ...ofScript,
    esbuildPlugins: [
      partsOf("server", ["index", "past/thread", ...ofServer.map((name) => `commands/${name}`)]),
      ...[evaluatedForCommands, descriptionsApart, without(unusedByServer), withoutHeaders, notices, doors],
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
    esbuildPlugins: [evaluatedForPage, notices],
    onSuccess: async () => {
      await cp("assets/dashboard", "dist/assets", {
        recursive: true,
        filter: (path) => !path.endsWith(".css"),
      })
      await cp("node_modules/uplot/dist/uPlot.min.css", "dist/assets/uplot.css")
    },
  },
])
