import { build, type Plugin } from "esbuild"
import { mkdir, writeFile } from "node:fs/promises"

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
export const evaluatedForPage = evaluated((routes) =>
  asModule(
    mapValues(routes, ({ method, path, fields }) => ({
      method,
      path,
      fields: "at" in fields ? { at: {} } : {},
    })),
  ),
)

/** Only help, completions and errors show descriptions, so a command reads them from their file when it needs them. */
export const evaluatedForCommands = evaluated(async (routes) => {
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

export const descriptionsApart: Plugin = {
  name: "descriptions",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/descriptions\.json$/ }, ({ path }) => ({ path, external: true }))
  },
}
