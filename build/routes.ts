import { build, type Plugin } from "esbuild"

/**
 * The client's table of routes follows from the list of operations, which needs zod and the rules. A client command
 * and the dashboard should load neither. So the build runs the module and bundles its value instead.
 * @param keep what is needed of a field
 * @param more what else is needed: what each operation does, and the role that it takes
 */
const evaluated = (
  keep: (field: object, name: string) => object | undefined,
  more: { readonly summary?: true; readonly access?: true } = {},
): Plugin => ({
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
        routes: Readonly<
          Record<string, { readonly summary?: string; readonly access?: string; readonly fields: object }>
        >
      }
      const kept = mapValues(routes, (route) => ({
        ...route,
        summary: more.summary && route.summary,
        access: more.access && route.access,
        fields: mapValues(route.fields, keep),
      }))
      return { contents: toModule(kept), loader: "js" }
    })
  },
})

/** A command offers each field as a flag. */
export const evaluatedForCommands = evaluated((field) => field, { summary: true })

/** A program that imports the client sends what it is given. The client asks only whether a route takes a field. */
export const evaluatedForPrograms = evaluated(() => ({}))

/** The dashboard offers no flags. It needs to know only whether a route takes a moment, and who may use it. */
export const evaluatedForPage = evaluated((_, name) => (name === "at" ? {} : undefined), { access: true })

// --- internal ---

/** The module, in which fields that are equal are one: many operations take the same. All of it can be left out again. */
function toModule(routes: Readonly<Record<string, { readonly fields: object }>>): string {
  const names = new Map<string, string>()
  const entries = Object.entries(routes).map(([name, { fields, ...route }]) => {
    const named = Object.entries(fields).flatMap(([field, spec]) => {
      const written = JSON.stringify(spec) as string | undefined
      if (written === undefined) return []
      if (!names.has(written)) names.set(written, `field${names.size}`)
      return [`${JSON.stringify(field)}: ${names.get(written)}`]
    })
    return `${JSON.stringify(name)}: ${JSON.stringify(route).slice(0, -1)}, "fields": { ${named.join(", ")} } }`
  })
  const shared = [...names].map(([written, name]) => `const ${name} = ${written}\n`)
  return `${shared.join("")}export const routes = { ${entries.join(", ")} }`
}

/** Changes each value of a record; undefined leaves it out. */
function mapValues<V, C>(
  record: Readonly<Record<string, V>> | object,
  change: (value: V, name: string) => C,
): Record<string, C> {
  return Object.fromEntries(
    Object.entries(record as Record<string, V>).map(([name, value]) => [name, change(value, name)]),
  )
}
