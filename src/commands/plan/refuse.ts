import { isRefusedByServer } from "../../client/client-error.ts"
import { fail, UpnextError } from "../../errors.ts"
import { line as oneLine, note } from "../../terminal/output.ts"
import type { PlanFault } from "../../domain/wire/plan/lines.ts"
import type { ParsedPlan } from "./parse.ts"

/** Refuses a plan with all its faults. People get each on a line of its own, as compilers write them. */
export function failWith(name: string, faults: readonly PlanFault[], isJson: boolean): never {
  if (!isJson)
    for (const { line, column, message } of faults)
      note(`${name}:${line}${column === undefined ? "" : `:${column}`}: ${oneLine(message)}`)
  const count = faults.length === 1 ? "one thing is" : `${faults.length} things are`
  return fail("invalid_input", {
    detail: `Nothing was added: ${count} wrong in ${name}.`,
    hint: "docs/plan.md has the grammar; `upnext plan --help` has a summary.",
    ...(isJson && {
      errors: faults.map(({ line, column, message }) => ({
        path: column === undefined ? `line ${line}` : `line ${line}, column ${column}`,
        message,
      })),
    }),
  })
}

/** Brings a server's errors (`tasks.3.title`) back to the lines of the plan; throws any other error as it is. */
export function atLines(error: unknown, { entries }: ParsedPlan, name: string, isJson: boolean): never {
  if (!(error instanceof UpnextError) || !isRefusedByServer(error)) throw error
  const faults = (error.errors ?? []).map(({ path, message }): PlanFault | undefined => {
    const [, place, , field] = /^tasks\.(\d+)(\.(.+))?$/.exec(path) ?? []
    const line = entries[Number(place)]?.line
    return line === undefined
      ? undefined
      : { line, message: field === undefined ? message : `${field}: ${message}` }
  })
  const known = faults.filter((fault) => fault !== undefined)
  if (known.length === 0 || known.length < faults.length) throw error
  failWith(name, known, isJson)
}
