import { build, type Plugin } from "esbuild"
import { writeFile } from "node:fs/promises"

/** What a program imports, and the thread of the past: two files that lead to a part of `server.cjs`. */
export const doors: Plugin = {
  name: "doors",
  setup({ onEnd }) {
    onEnd(async () => {
      const { metafile } = await build({
        entryPoints: ["src/index.ts"],
        bundle: true,
        platform: "node",
        format: "esm",
        packages: "external",
        metafile: true,
        write: false,
        outdir: ".",
      })
      const names = Object.values(metafile.outputs).flatMap((output) => output.exports)
      await writeFile(
        "dist/index.js",
        `import server from "./server.cjs"\nexport const { ${names.join(", ")} } = server.index()\n`,
      )
      await writeFile("dist/past.cjs", `require("./server.cjs")["past/thread"]().serveThread()\n`)
    })
  },
}
