/** Where work on a task can be found, as somebody wrote it into its metadata. */
export interface WorkLink {
  readonly text: string
  /** Null where it is a name only. */
  readonly href: string | null
}

/**
 * The branches, pull requests and commits in the metadata of a task. Links are https, and lead nowhere else than they
 * say; of other texts only those that look like what their key promises are shown.
 */
export function linksOf(metadata: Readonly<Record<string, unknown>> = {}): WorkLink[] {
  const found = Object.entries(metadata).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((each: unknown) => linkOf(kindOf(key), each) ?? []),
  )
  return [...new Map(found.map((link) => [link.href ?? link.text, link])).values()].slice(0, most)
}

// --- internal ---

/** So many chips fit beside a task. */
const most = 8

type WorkKind = "branch" | "pull request" | "commit" | "link"

/** The keys of the metadata that promise each, in small letters and without separators. */
const keys: Readonly<Record<WorkKind, string>> = {
  branch: "branch gitbranch",
  "pull request": "pr prurl pullrequest pullrequesturl mr mergerequest",
  commit: "commit commits sha gitcommit commiturl",
  link: "url link links issue",
}

function kindOf(key: string): WorkKind | undefined {
  const plain = key.toLowerCase().replace(/[\s_.-]/g, "")
  return (Object.keys(keys) as WorkKind[]).find((kind) => keys[kind].split(" ").includes(plain))
}

/** Names that are no links, by what they are. */
const names: Readonly<Record<WorkKind, RegExp | null>> = {
  branch: /^(?!.*\.\.)[\w][\w./+#-]{0,199}$/,
  "pull request": /^[#!]?\d{1,9}$/,
  commit: /^[\da-f]{7,64}$/i,
  link: null,
}

/** What the addresses of the usual hosts of repositories mean. */
const places: readonly (readonly [RegExp, (id: string) => string])[] = [
  [/\/pull\/(\d+)(?:\/|$)/, (id) => `pull request #${id}`],
  [/\/merge_requests\/(\d+)(?:\/|$)/, (id) => `merge request !${id}`],
  [/\/commit\/([\da-f]{7,64})$/i, (id) => `commit ${id.slice(0, 8)}`],
  [/\/tree\/([\w./+-]+)$/, (id) => `branch ${id}`],
]

function linkOf(kind: WorkKind | undefined, value: unknown): WorkLink | null {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : ""
  const url = /^https:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null
  if (url) {
    // A name before the host may pass for the host.
    if (url.username !== "" || url.password !== "") return null
    const said = places.flatMap(([shape, say]) => shape.exec(url.pathname)?.slice(1, 2).map(say) ?? [])[0]
    if (said === undefined && kind === undefined) return null
    return { text: said ?? `${kind === "link" ? "" : `${kind ?? ""} on `}${url.host}`, href: url.href }
  }
  if (kind === undefined || names[kind]?.test(text) !== true) return null
  return { text: `${kind} ${kind === "commit" ? text.slice(0, 8) : text}`, href: null }
}
