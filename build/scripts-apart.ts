import type { Plugin } from "esbuild"

/** What each script that stands apart is made of. */
const scripts: Readonly<Record<string, string>> = { "program.ts": "program", "server-parts.ts": "server" }

/**
 * Leaves the import of another entry, the program or the server, to the script that is made of it; and that of the errors
 * to theirs, so that all scripts have one class of errors.
 */
export const scriptsApart: Plugin = {
  name: "scripts-apart",
  setup({ onResolve }) {
    onResolve({ filter: /\/(program|server-parts)\.ts$/ }, ({ path, kind }) => {
      const name = scripts[path.split("/").at(-1) ?? ""]
      return kind === "dynamic-import" && name ? { path: `./${name}.cjs`, external: true } : undefined
    })
    onResolve({ filter: /\/errors\.ts$/ }, ({ kind }) =>
      kind === "entry-point" ? undefined : { path: "./errors.cjs", external: true },
    )
  },
}
