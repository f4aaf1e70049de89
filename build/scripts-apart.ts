import type { Plugin } from "esbuild"

/** Leaves the import of another entry, the program or the server, to the script that is made of it. */
export const scriptsApart: Plugin = {
  name: "scripts-apart",
  setup({ onResolve }) {
    onResolve({ filter: /\/(program|server)\.ts$/ }, ({ path, kind }) => {
      const [, name = ""] = /([a-z]+)\.ts$/.exec(path) ?? []
      const isEntry = kind === "dynamic-import" && /^(\.\.?\/)+[a-z]+\.ts$/.test(path)
      return isEntry ? { path: `./${name}.cjs`, external: true } : undefined
    })
  },
}
