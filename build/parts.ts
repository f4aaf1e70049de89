import type { Plugin } from "esbuild"

/** Commands that load much of the server, `server.cjs`. */
export const ofServer = ["start", "init", "doctor", "mcp", "move", "service/install"]

/** Commands that no shell calls again and again, `rare.cjs`. */
export const rare = [
  ...["completions", "logs", "open", "plan", "prime", "stats", "stop", "whoami", "work/index"],
  ...["team/pause", "team/resume", "team/seed", "host/list", "service/uninstall", "service/status"],
  ...["agent/list", "agent/show", "agent/pause", "agent/resume", "agent/describe", "agent/delete"],
]

/** Makes each command of these an import of a part, which `cli.cjs` looks up. */
export const apart: Plugin = {
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
 * A file of parts: modules that share what they import, in CommonJS, each run when it is first asked for. To set up the
 * 30 ECMAScript modules that the server would be takes Node 65 ms, and their compiled code cannot be kept.
 */
export const partsOf = (script: string, names: readonly string[]): Plugin => ({
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
