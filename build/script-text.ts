import type { Options } from "tsup"

/** The scripts are read as Latin-1. esbuild escapes all but what stands in a regular expression. */
export const ascii: ScriptPlugin = {
  name: "ascii",
  renderChunk: (code) => ({
    code: code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  }),
}

type ScriptPlugin = NonNullable<Options["plugins"]>[number]
