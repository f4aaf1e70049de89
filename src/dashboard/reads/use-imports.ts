import type { OutputOf } from "../../client/contract.ts"
import { call } from "../api/api.ts"
import { useRead, type Reading } from "./use-read.ts"

type Imports = OutputOf<"import.list">
export type ListedImport = Imports["imports"][number]

/** What was brought in from other tools, the last one first, as it changes. That one was broken off shows with time only. */
export function useImports(): Reading<Imports> {
  return useRead("imports", () => call("import.list", { limit: 20 }), {
    isAbout: ({ type }) => /^(?:import\.|board\.imported|commands\.)/.test(type),
    every: 20_000,
  })
}
