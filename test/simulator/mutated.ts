import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { build } from "esbuild"
import type { Mutant } from "./mutants.ts"

/** Builds what tries seeds, with one line of the product rewritten. @throws Error where that line is not there once */
export async function buildMutated({ name, file, line, broken }: Mutant, outfile: string): Promise<void> {
  const path = resolve(file)
  const done = { isRewritten: false }
  await build({
    entryPoints: ["test/simulator/seeds-child.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
    plugins: [
      {
        name: "rewrite one line",
        setup({ onLoad }) {
          onLoad({ filter: /\.ts$/ }, async (args) => {
            if (args.path !== path) return undefined
            const text = await readFile(path, "utf8")
            if (text.split(line).length !== 2)
              throw new Error(`${name}: this is not once in ${file}: ${line}`)
            done.isRewritten = true
            return { contents: text.replace(line, () => broken), loader: "ts" }
          })
        },
      },
    ],
  })
  if (!done.isRewritten) throw new Error(`${name}: ${file} is not in the simulator`)
}
