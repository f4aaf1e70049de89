import { fieldsOf } from "./fields.ts"
import type { Docs, DocumentedEndpoint } from "./model.ts"

/** The docs as Markdown (GitHub's, for its tables): the format that agents read best. */
export function renderMarkdown(docs: Docs): string {
  const { version, hostedDashboard, endpoints, headers, errors, events, limits } = docs
  const hosted = hostedDashboard === undefined ? "" : ` A hosted dashboard is at <${hostedDashboard}>.`
  return `${[
    `# Upnext ${escape(version)}`,
    `The features of this server. Machine-readable: \`GET /docs\`, and OpenAPI 3.1: \`GET /openapi.json\`. People use the dashboard at \`/dashboard\`.${hosted}`,
    "## Endpoints",
    ...endpoints.flatMap(renderEndpoint),
    "## Headers",
    table(["name", "on", "meaning"], headers),
    "## Errors",
    "Every refusal is a problem document (RFC 9457): `type`, `title`, `status`, `detail`, `code`, `hint` (what to do now), `facts` (the facts of this case, such as `task`, `holder` or `expiresAt`), and `errors` (every problem with the input).",
    table(["code", "status", "title", "hint"], errors),
    "## Events",
    "Sent by `GET /events` as `{seq, type, at, actor, task?, data}`.",
    table(["type", "summary", "data"], events),
    "## Limits",
    table(
      ["name", "value"],
      Object.entries(limits).map(([name, value]) => ({ name, value })),
    ),
  ].join("\n\n")}\n`
}

// --- internal ---

type MarkdownRow = Readonly<Record<string, string | number>>

function renderEndpoint(endpoint: DocumentedEndpoint): string[] {
  const { method, path, summary, description, status, type, input, actor, access, errors } = endpoint
  const fields = fieldsOf(input)
  const who = actor === undefined ? "" : ` Acts under the name in \`${actor}\`.`
  return [
    `### ${method} ${path}`,
    `${escape(summary)}. ${escape(description)} Answers ${status}, \`${type}\`.${who}${access === "public" ? " Needs no token." : ` Requires the role \`${access}\`.`}`,
    ...(errors.length > 0 ? [`May refuse with ${errors.map((code) => `\`${code}\``).join(", ")}.`] : []),
    ...(fields.length > 0 ? [table(["field", "type", "required", "meaning"], fields)] : []),
  ]
}

function table(columns: readonly string[], rows: readonly MarkdownRow[]): string {
  const lines = rows.map((row) => columns.map((column, i) => cell(row[column] ?? "", i === 0)))
  return [columns, columns.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

function cell(value: string | number, isName: boolean): string {
  const text = isName ? `\`${value}\`` : escape(String(value))
  return text.replace(/\|/g, "\\|").replace(/\s+/g, " ")
}

/** Escapes text so that it contains no tags, emphasis or links, and code only between its own backticks. */
function escape(text: string): string {
  const parts = text.split(/(`[^`]*`)/)
  return parts.map((part, i) => (i % 2 === 1 ? part : part.replace(/[\\<>*_[\]]/g, "\\$&"))).join("")
}
