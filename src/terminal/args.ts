import type { ArgDef, ArgsDef } from "citty"
import { valueNames, type Flag, type Flags, type Positional } from "./flags.ts"

/**
 * What citty knows of a command's flags and words, made from our tables. None is required and none an enum: citty would
 * refuse in words of its own, and it lets unknown flags and missing values pass. `parseFlags` reads them strictly.
 */
export function toArgs(flags: Flags, positionals: readonly Positional[] = []): ArgsDef {
  const entries: readonly (readonly [string, ArgDef])[] = [
    ...positionals.map(({ name }) => [name, { type: "positional" as const, required: false }] as const),
    ...Object.entries(flags).map(([name, flag]) => [name, toArg(flag)] as const),
  ]
  return Object.fromEntries(entries)
}

// --- internal ---

function toArg(flag: Flag): ArgDef {
  const { kind, value = valueNames[kind], short } = flag
  return {
    type: kind === "boolean" || kind === "maybe" ? "boolean" : "string",
    // Read late: the build keeps descriptions in a file that most commands never load.
    get description() {
      return flag.description
    },
    ...(value !== "" && { valueHint: value }),
    ...(short !== undefined && { alias: short }),
  }
}
