/**
 * The files that a task says it writes: an exact path behind `create`, `update`, `in` and the like. Not a directory, not
 * a file that is only read, and none of the documents of the plan itself.
 */
export function writtenPaths(text: string): string[] {
  if (onlyLooks.test(text)) return []
  const hasFolders = /\w\/\w/.test(text)
  const found = new Set<string>()
  let isWritten = false
  let end = 0
  for (const match of text.matchAll(pathForm)) {
    const { path = "" } = match.groups ?? {}
    const before = text.slice(end, match.index)
    // In `in a.ts, b.ts and c.ts` one word stands for all of them.
    if (end === 0 || !/^[`"'\s]*(?:,|;|&|\+|and|und|et|y|e|与|和)?[`"'\s]*$/iu.test(before))
      isWritten = saysWritten(before)
    end = match.index + match[0].length
    const isFolder = /^[/*{]/.test(text.slice(end))
    // `README.md` beside other paths may stand in any of their folders.
    const isExact = path.includes("/") ? !/\.\.\//.test(path) : !hasFolders && rootFiles.test(path)
    if (isWritten && isExact && !isFolder && !documents.test(path)) found.add(path.replace(/^\.\//, ""))
  }
  return [...found]
}

// --- internal ---

/** A name with an ending, with or without folders. `src/app/[id]/route.ts` is one, `../x` and `/etc/x` are none. */
const pathForm =
  /(?<![\p{L}\p{N}_/@.~:-])(?<path>(?:\.\/|\.(?=[a-z]))?(?:(?:[\w@.+-]|\[[\w.]+\]|\([\w-]+\))+\/)*[\w@+-][\w@.+-]*\.[a-z][a-z0-9]{0,11})(?![\w-]|\.\w)/gu

/** Names without a folder that are exact: others, such as `index.ts`, stand in a folder that only the context tells. */
const rootFiles =
  /^(?:package(?:-lock)?\.json|tsconfig[\w.]*\.json|(?:vite|vitest|next|nuxt|eslint|tailwind|playwright|jest)\.config\.[cm]?[jt]s|pyproject\.toml|requirements[\w-]*\.txt|Cargo\.toml|go\.mod|pom\.xml|CMakeLists\.txt|pubspec\.yaml|(?:docker-)?compose[\w.]*\.ya?ml|wrangler\.toml|(?:README|CHANGELOG|CONTRIBUTING|AGENTS|agents|CLAUDE)\.md)$/

const onlyLooks =
  /^[\W_]*(?:(?:final|manual)\s+)?(?:verify|validate|review|run|check|confirm|ensure|grep|audit|verificar|validar|ejecutar|executar)\b/i

/** Documents of a plan are read, and every task changes the plan itself. */
const documents =
  /(?:^|\/)(?:specs|\.specify|\.kiro|openspec)\/|(?:^|\/)(?:plan|spec|tasks|research|data-model|quickstart|design|requirements|proposal|constitution)\.md$/i

const writes = new Set(
  (
    "create creates creating created update updates updating add adds adding write writes writing modify modifies modifying edit edits " +
    "extend extends implement implements implementing refactor rename move remove delete generate configure define in into at to within inside " +
    "crear actualizar agregar añadir modificar implementar en criar adicionar atualizar em créer ajouter dans erstellen ändern"
  ).split(" "),
)
const reads = new Set(
  (
    "from see per read reads reading using use uses follow following like with against of via by as described defined documented " +
    "specified for para listed outlined shown noted run execute import imports reference referencing check verify review"
  ).split(" "),
)

/** Whether the last word before a path that says anything says that it is written. */
function saysWritten(before: string): boolean {
  const words = before
    .toLowerCase()
    .split(/[^\p{L}'-]+/u)
    .filter(Boolean)
    .slice(-8)
  const last = words.findLastIndex((word) => reads.has(word) || writes.has(word))
  const word = words[last] ?? ""
  // In `as described in docs/api.md` the file is read.
  return writes.has(word) && !(placing.has(word) && reads.has(words[last - 1] ?? ""))
}

const placing = new Set(["in", "into", "at", "to", "within", "inside", "en", "em", "dans"])
