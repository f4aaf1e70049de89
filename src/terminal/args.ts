import type { ArgDef, ArgsDef } from "citty"
import { valueName } from "./flag-values.ts"
import type { Flag, Flags } from "./flag.ts"

/**
 * What citty knows of flags, made from our tables, so that it tells their values from commands. None is required and none
 * an enum: citty would refuse in words of its own.
 */
export function toArgs(flags: Flags): ArgsDef {
  return Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, toArg(name, flag)]))
}

// --- internal ---

function toArg(name: string, flag: Flag): ArgDef {
  const { kind, description, short } = flag
  const value = valueName(name, flag)
  return {
    type: kind === "boolean" || kind === "maybe" ? "boolean" : "string",
    description,
    ...(value !== "" && { valueHint: value }),
    ...(short !== undefined && { alias: short }),
  }
}
