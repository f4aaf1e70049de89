import { fieldsOf } from "./fields.ts"
import type { Docs, DocumentedEndpoint } from "./model.ts"

/** The docs as a page for people; plain HTML without script, with its style in a separate file. */
export function renderDocs(docs: Docs): string {
  const { version, hostedDashboard, endpoints, headers, errors, events, limits } = docs
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Upnext ${escape(version)}: endpoints</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header>
<h1>Upnext ${escape(version)}</h1>
<p>The features of this server. Machine-readable: <code>GET /docs</code> without asking for HTML,
<a href="/docs.md">Markdown</a> and <a href="/openapi.json">OpenAPI 3.1</a> (<a href="/openapi-parts.json">with parts of records</a>). People use the <a href="/dashboard">dashboard</a>${hostedLink(hostedDashboard)}.</p>
</header>
<main>
<h2>Endpoints</h2>
${endpoints.map(renderEndpoint).join("\n")}
<h2>Headers</h2>
${table(["name", "on", "meaning"], headers)}
<h2>Errors</h2>
<p>Every refusal is a problem document (RFC 9457): <code>type</code>, <code>title</code>, <code>status</code>,
<code>detail</code>, <code>code</code>, <code>hint</code> (what to do now), <code>facts</code> (the facts of this
case, such as <code>task</code>, <code>holder</code> or <code>expiresAt</code>), and <code>errors</code> (every problem with the input).</p>
${table(["code", "status", "title", "hint"], errors, "code")}
<h2>Events</h2>
<p>Sent by <code>GET /events</code> as <code>{seq, type, at, actor, task?, data}</code>.</p>
${table(["type", "summary", "data"], events)}
<h2>Limits</h2>
${table(
  ["name", "value"],
  Object.entries(limits).map(([name, value]) => ({ name, value })),
)}
</main>
</body>
</html>
`
}

export const docsStyle = `:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem }
h1, h2 { line-height: 1.2 }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1.5rem; font-size: .9rem }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }
details { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .4rem; margin: .4rem 0; padding: .4rem .8rem }
summary { cursor: pointer }
.method { display: inline-block; min-width: 4.5rem; font-weight: 600 }
:target { outline: 2px solid Highlight }
`

// --- internal ---

type PageRow = Readonly<Record<string, string | number>>

function escape(value: string | number): string {
  const names: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  }
  return String(value).replace(/[&<>"']/g, (char) => names[char] ?? char)
}

function hostedLink(url: string | undefined): string {
  const isWeb = url !== undefined && /^https?:\/\//i.test(url)
  return isWeb ? `, or the <a href="${escape(url)}" rel="noreferrer">hosted dashboard</a>` : ""
}

function table(columns: readonly string[], rows: readonly PageRow[], anchor?: string): string {
  const head = columns.map((column) => `<th>${escape(column)}</th>`).join("")
  const body = rows.map((row) => {
    const id = anchor === undefined ? "" : ` id="${escape(row[anchor] ?? "")}"`
    return `<tr${id}>${columns.map((column, i) => cell(row[column] ?? "", i === 0)).join("")}</tr>`
  })
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body.join("\n")}\n</tbody></table>`
}

function cell(value: string | number, isName: boolean): string {
  return `<td>${isName ? `<code>${escape(value)}</code>` : escape(value)}</td>`
}

function renderEndpoint(endpoint: DocumentedEndpoint): string {
  const { method, path, name, summary, description, status, input, actor, type, access, errors } = endpoint
  const fields = fieldsOf(input)
  const who = actor === undefined ? "" : ` Acts under the name in <code>${escape(actor)}</code>.`
  return `<details id="${escape(name)}"><summary><span class="method">${method}</span> <code>${escape(path)}</code>
${escape(summary)}</summary>
<p>${escape(description)} Answers ${status}, <code>${escape(type)}</code>.${who}${access === "public" ? " Needs no token." : ` Requires the role <code>${access}</code>.`}</p>
${errors.length > 0 ? `<p>May refuse with ${errors.map((code) => `<a href="#${code}"><code>${code}</code></a>`).join(", ")}.</p>` : ""}
${fields.length > 0 ? table(["field", "type", "required", "meaning"], fields) : ""}</details>`
}
