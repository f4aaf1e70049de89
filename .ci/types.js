/**
 * Writes what `src/index.ts` exports, and every type that is named there, into one declaration file: `dist/index.d.ts`, or
 * the path that is given. Types that are inferred from schemas are written out, so whoever compiles against the package
 * needs no zod.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { format } from "oxfmt"
import ts from "typescript"

const out = process.argv[2] ?? "dist/index.d.ts"
const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ".")
const program = ts.createProgram(["src/index.ts"], {
  ...options,
  incremental: false,
  tsBuildInfoFile: undefined,
  noEmit: false,
  declaration: true,
  emitDeclarationOnly: true,
  stripInternal: true,
})
const checker = program.getTypeChecker()
const entry = program.getSourceFile("src/index.ts")

/** The types that answers and requests share. Where the text of one is found in another, its name stands there. */
const shared = program
  .getSourceFiles()
  .filter(({ fileName }) => fileName.includes("src/domain/wire/"))
  .flatMap((file) => typesOf(file))
  .map((alias) => ({ symbol: symbolOf(alias.name), text: expand(alias.type) }))
  .filter(({ text }) => text.length >= 40 && /^\{| \| /.test(text))
  .sort((a, b) => b.text.length - a.text.length)

const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(entry)).map(targetOf)
/** The text of each declaration. */
const written = new Map()
exported.forEach(write)

const text = [...written].map(([symbol, declaration]) => {
  const comment = commentOf(declarationOf(symbol))
  return `${comment}${exported.includes(symbol) ? "export " : ""}${declaration}`
})
mkdirSync(dirname(out), { recursive: true })
const { code, errors } = await format(out, `${text.join("\n\n")}\n\nexport {}\n`, { semi: false })
if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"))
writeFileSync(out, code)

function write(symbol) {
  const node = declarationOf(symbol)
  if (!node || written.has(symbol)) return
  written.set(symbol, "")
  const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
  written.set(symbol, isType ? copy(node) : emitted(node))
}

/** The declaration of a type as it stands in its file, but for what is inferred in it. */
function copy(node) {
  const start = node.getStart() + (node.modifiers?.[0] ? "export ".length : 0)
  if (ts.isTypeAliasDeclaration(node) && !node.typeParameters && isInferred(node.type))
    return `type ${node.name.text} = ${shorten(expand(node.type), node)}`
  writeNamed(node)
  return node.getSourceFile().text.slice(start, node.end)
}

/** The declaration of a function or a class, as the compiler makes it. */
function emitted(node) {
  writeNamed(node)
  let made = ""
  program.emit(node.getSourceFile(), (_, text) => (made = text), undefined, true)
  const declarations = ts.createSourceFile("made.d.ts", made, ts.ScriptTarget.Latest, true)
  const own = declarations.statements.find(({ name }) => name?.text === node.name.text)
  return own.getText().replace(/^export /, "")
}

/** Writes the types of our own that are named in a declaration. */
function writeNamed(node) {
  const name = ts.isTypeReferenceNode(node)
    ? node.typeName
    : ts.isExpressionWithTypeArguments(node)
      ? node.expression
      : undefined
  if (name) write(symbolOf(name))
  ts.forEachChild(node, (child) => void (ts.isBlock(child) || writeNamed(child)))
}

/** Whether a type rests on a value (`typeof`), such as a schema or a table, or is a part of another one. */
function isInferred(node) {
  if (ts.isIndexedAccessTypeNode(node) || ts.isTypeQueryNode(node)) return true
  return ts.forEachChild(node, (child) => isInferred(child)) ?? false
}

function expand(type) {
  const { NoTruncation, InTypeAlias, UseAliasDefinedOutsideCurrentScope } = ts.TypeFormatFlags
  const flags = NoTruncation | InTypeAlias | UseAliasDefinedOutsideCurrentScope
  return checker.typeToString(checker.getTypeFromTypeNode(type), entry, flags)
}

function shorten(text, of) {
  for (const { symbol, text: known } of shared) {
    if (declarationOf(symbol) === of || !text.includes(known)) continue
    write(symbol)
    text = text.replaceAll(known, symbol.name)
  }
  return text
}

function typesOf(file) {
  return file.statements.filter((node) => ts.isTypeAliasDeclaration(node) && !node.typeParameters)
}

function symbolOf(name) {
  return targetOf(checker.getSymbolAtLocation(name))
}

function targetOf(symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** Where a name of our own is declared; undefined for a name of the language, of Node or of a type parameter. */
function declarationOf(symbol) {
  const isOurs = (node) => !node.getSourceFile().isDeclarationFile
  const kinds = [
    ts.isInterfaceDeclaration,
    ts.isTypeAliasDeclaration,
    ts.isClassDeclaration,
    ts.isFunctionDeclaration,
  ]
  return symbol.declarations?.find((node) => isOurs(node) && kinds.some((is) => is(node)))
}

function commentOf(node) {
  return node.getSourceFile().text.slice(node.getStart(undefined, true), node.getStart())
}
