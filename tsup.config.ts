import { defineConfig, type Options } from "tsup"
import { finishAssets } from "./build/assets.ts"
import { leaveOut } from "./build/left-out.ts"
import { notices } from "./build/notices.ts"
import { out } from "./build/out.ts"
import { evaluatedForCommands, evaluatedForPage, evaluatedForPrograms } from "./build/routes.ts"
import { scriptsApart } from "./build/scripts-apart.ts"

/**
 * How the scripts are built: CommonJS without splitting. The commands are one script, the server another; what runs
 * commands of users, MCP, PostgreSQL, and the errors that all of them know are one each. See
 * docs/decisions/command-line-bundle.md for what other forms cost.
 */
const ofScript: Options = {
  outDir: out,
  format: "cjs",
  target: "node20",
  platform: "node",
  noExternal: [/./],
  minify: true,
  splitting: false,
  esbuildOptions(options, context) {
    leaveOut(options, context)
    options.supported = { ...options.supported, "dynamic-import": false }
    options.define = { ...options.define, "import.meta.dirname": "__dirname" }
  },
}

export default defineConfig([
  {
    entry: {
      cli: "src/binary/cli.ts",
      program: "src/program.ts",
      past: "src/binary/serve-past.ts",
      runner: "src/commands/runner-parts.ts",
      editor: "src/commands/editor-parts.ts",
      help: "src/commands/help-parts.ts",
      reports: "src/commands/reports-parts.ts",
      import: "src/commands/import-parts.ts",
      postgres: "src/storage/postgres/parts.ts",
      setup: "src/onboarding/parts.ts",
      errors: "src/errors.ts",
    },
    ...ofScript,
    esbuildPlugins: [evaluatedForCommands, scriptsApart, notices],
  },
  {
    entry: { mcp: "src/mcp/parts.ts" },
    ...ofScript,
    esbuildOptions(options, context) {
      ofScript.esbuildOptions?.(options, context)
      // For the small validator of the SDK, not Ajv: Upnext never asks it. To give any takes away the default, `module`.
      options.conditions = ["browser", "module"]
    },
    esbuildPlugins: [evaluatedForCommands, scriptsApart, notices],
  },
  {
    entry: { server: "src/commands/server-parts.ts", notify: "src/notify/parts.ts" }, // it holds what the table of routes follows from
    ...ofScript,
    esbuildPlugins: [scriptsApart, notices],
  },
  {
    entry: { sea: "src/binary/sea.ts" }, // all in one, for the single executable
    ...ofScript,
    esbuildPlugins: [evaluatedForCommands],
  },
  {
    entry: { index: "src/index.ts" }, // what a program imports
    ...ofScript,
    format: "esm",
    esbuildOptions: leaveOut,
    esbuildPlugins: [evaluatedForPrograms, scriptsApart, notices],
  },
  {
    entry: {
      dashboard: "src/dashboard/main.tsx",
      stream: "src/dashboard/stream/worker.ts",
      // The style of the page is one file: together its parts compress to two thirds of what they do one by one.
      page: "assets/dashboard/page.css",
      ...{ flow: "assets/dashboard/flow.css", accounts: "assets/dashboard/accounts.css" },
      ...{ later: "assets/dashboard/later.css", import: "assets/dashboard/import.css" },
      change: "assets/dashboard/change.css",
    },
    outDir: `${out}/assets`,
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
    onSuccess: finishAssets,
  },
])
