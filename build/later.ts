import type { Plugin } from "esbuild"
import { readFile } from "node:fs/promises"
import { join } from "node:path"

/**
 * What the dashboard loads when it is first shown, apart from the code that draws and reads Markdown. Each part by itself
 * made 45 shared chunks of it, most below 2 KB. As one file it compresses to half, and the board loads 5 scripts
 * in place of 38.
 */
const parts = [
  ...["now/now", "now/number-list", "palette/palette", "past/past-app", "shell/notifier"],
  ...["task/history", "task/lessons", "task/output"],
  ...["views/activity", "views/flow", "views/graph", "views/needs-you", "views/team"],
]

/** Bundles the parts as one script, which each of their dynamic imports loads. */
export const later: Plugin = {
  name: "later",
  setup({ onResolve, onLoad }) {
    const paths = parts.map((part) => join("src", "dashboard", `${part}.tsx`))
    onResolve({ filter: /\.tsx$/ }, ({ kind, path, resolveDir }) =>
      kind === "dynamic-import" && paths.some((each) => join(resolveDir, path).endsWith(each))
        ? { path: "later", namespace: "later" }
        : undefined,
    )
    onLoad({ filter: /./, namespace: "later" }, async () => {
      const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")))
      const names = texts.flatMap((text) =>
        [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name),
      )
      const twice = names.filter((name, i) => names.indexOf(name) !== i)
      if (twice.length > 0) throw new Error(`build/later.ts: two parts export ${twice.join(", ")}`)
      return {
        contents: parts.map((part) => `export * from "./${part}.tsx"`).join("\n"),
        resolveDir: "src/dashboard",
      }
    })
  },
}
