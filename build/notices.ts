import type { Plugin } from "esbuild"
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"

/** The folders below `node_modules` of all packages that are part of a bundle. */
const bundled = new Set<string>()

/** How many bytes each package, or room of `src/`, puts into each built file or folder. */
const bytes: Record<string, Record<string, number>> = {}

function weigh(output: string, input: string, size: number): void {
  const [, place = ""] = /dist\/(assets(?=\/)|[^/]+\.cjs$)?/.exec(output) ?? []
  const [, name = ""] =
    /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(input) ??
    /^((?:src\/)?[^/]+)/.exec(input) ??
    []
  const of = (bytes[place] ??= {})
  of[name] = (of[name] ?? 0) + size
}

/** Writes the licences of all that is bundled into `dist/NOTICES.txt`, as most of them ask for. */
export const notices: Plugin = {
  name: "notices",
  setup({ initialOptions, onEnd }) {
    initialOptions.metafile = true
    onEnd(async ({ metafile }) => {
      for (const [output, { inputs }] of Object.entries(metafile?.outputs ?? {})) {
        for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
          weigh(output, path, bytesInOutput)
          const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
          if (folder !== undefined && bytesInOutput > 0) bundled.add(folder)
        }
      }
      const texts = await Promise.all([...bundled].sort().map(noticeOf))
      await mkdir("dist", { recursive: true })
      await writeFile("dist/bytes.json", JSON.stringify(bytes))
      await writeFile("dist/NOTICES.txt", `Upnext contains parts of these packages.\n\n${texts.join("\n\n")}`)
    })
  },
}

async function noticeOf(folder: string): Promise<string> {
  const card = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Record<string, string>
  const file = (await readdir(folder)).find((name) => /^(licen[cs]e|copying)/i.test(name))
  const text =
    file === undefined ? "(The package comes without the text.)" : await readFile(join(folder, file), "utf8")
  const title = `${card["name"]} ${card["version"]} (${card["license"]})`
  return [title, "-".repeat(title.length), text.trim(), ""].join("\n")
}
