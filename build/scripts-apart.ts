import type { Plugin } from "esbuild"

/** The modules that are scripts of their own, each with the script's name. */
const scripts: readonly (readonly [module: RegExp, script: string])[] = [
  [/\/program\.ts$/, "program"],
  [/\/server-parts\.ts$/, "server"],
  [/\/runner-parts\.ts$/, "runner"],
  [/\/attempts\/parts\.ts$/, "runner"],
  [/\/trees-parts\.ts$/, "runner"],
  [/\/editor-parts\.ts$/, "editor"],
  [/\/help-parts\.ts$/, "help"],
  [/\/reports-parts\.ts$/, "reports"],
  [/\/import-parts\.ts$/, "import"],
  [/\/mcp\/parts\.ts$/, "mcp"],
  [/\/postgres\/parts\.ts$/, "postgres"],
  [/\/notify\/parts\.ts$/, "notify"],
  [/\/onboarding\/parts\.ts$/, "setup"],
]

/**
 * Leaves the import of such a module to its script; and that of the errors to theirs, so that all scripts have one class
 * of errors.
 */
export const scriptsApart: Plugin = {
  name: "scripts-apart",
  setup({ onResolve }) {
    for (const [filter, name] of scripts) {
      onResolve({ filter }, ({ kind }) =>
        kind === "dynamic-import" ? { path: `./${name}.cjs`, external: true } : undefined,
      )
    }
    onResolve({ filter: /\/errors\.ts$/ }, ({ kind }) =>
      kind === "entry-point" ? undefined : { path: "./errors.cjs", external: true },
    )
  },
}
