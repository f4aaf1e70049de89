import type { Plugin } from "esbuild"
import { join, relative } from "node:path"

/** The modules of `src/` that commands load of the server, each by itself when it is needed. */
const usedByCommands = [
  ...["config", "upnext", "server-log/logger", "move/sides", "doctor/doctor", "doctor/port-holder"],
  ...["onboarding/onboard", "mcp/bridge", "mcp/server", "mcp/stdio"],
]

const parts = ["index", "past/thread", ...usedByCommands]

/** In the script of the commands: leaves each of these imports to `cli.cjs`, which takes it from `server.cjs`. */
export const serverApart: Plugin = {
  name: "server-apart",
  setup({ onResolve }) {
    onResolve({ filter: /^\..*\.ts$/ }, ({ path, importer, resolveDir }) => {
      if (!/[\\/]src[\\/]commands[\\/]/.test(importer)) return undefined
      const name = relative("src", join(resolveDir, path)).replace(/\.ts$/, "")
      return usedByCommands.includes(name) ? { path: `server.cjs#${name}`, external: true } : undefined
    })
  },
}

/**
 * The script of the server: parts that share what they import, in CommonJS, each run when it is first asked for. To set up
 * the 30 ECMAScript modules that it would be takes Node 65 ms, and their compiled code cannot be kept.
 */
export const serverParts: Plugin = {
  name: "server-parts",
  setup({ initialOptions, onResolve, onLoad }) {
    initialOptions.entryPoints = { server: "parts" }
    onResolve({ filter: /^parts$/ }, ({ path }) => ({ path, namespace: "parts" }))
    onLoad({ filter: /./, namespace: "parts" }, () => ({
      contents: parts.map((name) => `exports["${name}"] = () => require("./${name}.ts")`).join("\n"),
      resolveDir: "src",
    }))
  },
}
