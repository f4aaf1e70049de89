import type { ClientRoute } from "./routes.ts"

export interface RequestParts {
  /** With its parameters filled in, and its query. */
  readonly path: string
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** Splits the input of an operation into path, query and body. */
export function toRequest(
  { method, path }: Pick<ClientRoute, "method" | "path">,
  input: Readonly<Record<string, unknown>>,
): RequestParts {
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    if (typeof value !== "string" || value === "") throw new TypeError(`${name} is needed`)
    Reflect.deleteProperty(rest, name)
    return encodeURIComponent(value)
  })
  const isQuery = method === "GET" || method === "DELETE"
  return isQuery ? { path: filled + queryOf(rest), body: undefined } : { path: filled, body: rest }
}

// --- internal ---

function queryOf(input: Record<string, unknown>): string {
  const pairs = Object.entries(input).flatMap(([key, value]) =>
    asList(value).map((each) => `${key}=${encodeURIComponent(String(each))}`),
  )
  return pairs.length > 0 ? `?${pairs.join("&")}` : ""
}

function asList(value: unknown): (string | number | boolean)[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.filter(
    (each) => typeof each === "string" || typeof each === "number" || typeof each === "boolean",
  )
}
