import * as z from "zod"
import type { Download, Operation } from "../../operation.ts"
import type { Documented } from "./model.ts"
import type { Route } from "../route.ts"
import { answerInParts, partsBy } from "./parts.ts"
import { FileBytes } from "./file-bytes.ts"
import { common, refusalsOf, withToken } from "./refusals.ts"

/** The documentation of an operation; all of it follows from the operation's declaration. */
export function documentOperation(operation: Operation): Documented {
  const { name, summary, description, http, access, input, output, actor, kind, shows, location, dryRun } =
    operation
  const { method, path, status = 200 } = http
  const takesFile = kind === "command" && operation.takesFile !== undefined
  const givesFile = kind === "query" && operation.givesFile !== undefined
  const parts = kind === "download" || givesFile ? undefined : answerInParts(operation)
  return {
    method,
    path,
    name,
    summary,
    description: http.also ? `${description} ${http.also} does the same.` : description,
    input: takesFile ? input.omit({ file: true }) : input,
    access,
    ...(takesFile && { takesFile }),
    ...(actor !== undefined && { actor }),
    partsBy: partsBy(operation),
    headers: [
      ...(takesFile ? (["Content-Disposition"] as const) : []),
      ...(givesFile ? (["If-None-Match"] as const) : []),
      ...(["Upnext-Actor", "Upnext-Min-Seq", "Upnext-Home"] as const),
      ...(method === "POST" ? (["Idempotency-Key"] as const) : []),
      ...(kind === "command" ? (["Prefer", "Upnext-Command"] as const) : []),
      ...(kind === "command" && operation.subject !== undefined ? (["If-Match"] as const) : []),
    ],
    answers: [
      {
        status,
        meaning: status === 201 ? "Created" : "Done",
        content: givesFile
          ? { "*/*": FileBytes }
          : operation.kind === "download"
            ? textsOf(operation)
            : { "application/json": output },
        ...(parts && { parts }),
        headers: [
          ...(givesFile ? (["Content-Disposition", "ETag"] as const) : []),
          "Upnext-Seq",
          ...(kind === "command" ? (["Upnext-Command"] as const) : []),
          ...(kind === "query" && operation.past !== undefined ? (["Upnext-At"] as const) : []),
          ...(shows === undefined ? [] : (["ETag"] as const)),
          ...(location === undefined ? [] : (["Location"] as const)),
          ...(kind === "command" ? (["Preference-Applied", "Vary"] as const) : []),
          ...(operation.keepsUnknown === undefined ? [] : (["Warning"] as const)),
        ],
      },
      ...(givesFile
        ? [{ status: 304, meaning: "The file still has the `ETag` in `If-None-Match`", content: {} }]
        : []),
      ...(dryRun === undefined || status === 200
        ? []
        : [
            {
              status: 200,
              meaning: `The result without any change, with \`${dryRun}\``,
              content: { "application/json": output },
              ...(parts && { parts }),
              headers: ["Upnext-Seq"] as const,
            },
          ]),
    ],
    refusals: refusalsOf(operation),
  }
}

export function takesToken({ access = "public" }: Pick<Documented, "access">): boolean {
  return access !== "public"
}

/** A route without a `doc` is not shown to clients. */
export function documentRoute({ method, path, doc }: Route): Documented[] {
  if (!doc) return []
  const refusals = [...common, ...(takesToken(doc) ? withToken : []), ...(doc.refusals ?? [])]
  return [{ method, path, ...doc, refusals }]
}

// --- internal ---

/** A text by its media types. For JSON lines, the schema is the schema of one line. */
function textsOf({ forms, output }: Download): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.values(forms).map(({ type }) => [type, type === "application/jsonl" ? output : z.string()]),
  )
}
