import type { Plugin } from "esbuild"
import { readFile } from "node:fs/promises"
import ts from "typescript"

/**
 * The SDK of the Model Context Protocol makes schemas for all messages of all features. esbuild keeps them, because it
 * cannot know that `z.object(…)` does nothing else. No constant of the SDK has an effect when it is made, so each is
 * marked as pure, and those that nothing uses are dropped. See docs/decisions/mcp.md.
 */
export const leanMcpSdk: Plugin = {
  name: "lean-mcp-sdk",
  setup({ onStart, onLoad, onEnd }) {
    const cuts = new Map<RegExp, number>()
    onStart(() => {
      for (const [pattern] of unused) cuts.set(pattern, 0)
    })
    onLoad({ filter: /[\\/]node_modules[\\/]@modelcontextprotocol[\\/].*\.mjs$/ }, async ({ path }) => {
      let contents = markPure(await readFile(path, "utf8"))
      for (const [pattern, instead] of unused)
        contents = contents.replace(pattern, () => {
          cuts.set(pattern, (cuts.get(pattern) ?? 0) + 1)
          return instead
        })
      return { contents, loader: "js" }
    })
    // Another version of the SDK may have found another way to keep the same things.
    onEnd(() => ({
      errors: [...cuts]
        .filter(([, count]) => count === 0)
        .map(([pattern]) => ({ text: `build/mcp-sdk.ts: the SDK no longer has ${pattern.source}` })),
    }))
  },
}

// --- internal ---

/** What holds parts of the SDK that Upnext never uses, and what stands in its place. */
const unused: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // Two tables of all schemas by their name, which only programs would use.
  [/^for \(const .*\) register\(key, schema.*$/gm, ""],
  // Our factories make a `Server`. See docs/decisions/mcp.md.
  [/\bproduct instanceof McpServer\b/g, "false"],
]

/** Wraps the value of each constant in a function that is marked as pure. esbuild unwraps those that it keeps. */
function markPure(text: string): string {
  return (
    ts
      .createSourceFile("", text, ts.ScriptTarget.Latest)
      .statements.filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations.map(({ initializer }) => initializer))
      .filter((value) => value !== undefined)
      // A function or a class would lose its name.
      .filter((value) => !ts.isFunctionLike(value) && !ts.isClassExpression(value))
      .reduceRight((all, { pos, end }) => {
        const value = all.slice(pos, end)
        return `${all.slice(0, pos)} /* @__PURE__ */ (() => (${value}))()${all.slice(end)}`
      }, text)
  )
}
