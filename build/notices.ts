import type { Plugin } from "esbuild"
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { out } from "./out.ts"

/** The folders below `node_modules` of all packages that are part of a bundle. */
const bundled = new Set<string>()

/** How many bytes each package, or room of `src/`, puts into each built file or folder. */
const bytes: Record<string, Record<string, number>> = {}

function weigh(output: string, input: string, size: number): void {
  const [, place = ""] = /(?:^|\/)\.?dist[^/]*\/(assets(?=\/)|[^/]+\.cjs$)?/.exec(output) ?? []
  const [, name = ""] =
    /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(input) ??
    /^((?:src\/)?[^/]+)/.exec(input) ??
    []
  const of = (bytes[place] ??= {})
  of[name] = (of[name] ?? 0) + size
}

/**
 * Writes the licences of all that is bundled into `dist/NOTICES.txt`, as most of them ask for. Several builds run at a time,
 * and each that ends writes what is known by then: in one go, so that none writes into the file of another.
 */
export const notices: Plugin = {
  name: "notices",
  setup({ initialOptions, onEnd }) {
    initialOptions.metafile = true
    onEnd(({ metafile }) => {
      for (const [output, { inputs }] of Object.entries(metafile?.outputs ?? {})) {
        for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
          weigh(output, path, bytesInOutput)
          const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
          if (folder !== undefined && bytesInOutput > 0) bundled.add(folder)
        }
      }
      const texts = [...bundled].sort().map(noticeOf)
      mkdirSync(out, { recursive: true })
      writeFileSync(join(out, "bytes.json"), JSON.stringify(bytes))
      writeFileSync(
        join(out, "NOTICES.txt"),
        `Upnext contains parts of these packages.\n\n${texts.join("\n\n")}`,
      )
    })
  },
}

function noticeOf(folder: string): string {
  const card = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name))
  const text =
    file === undefined ? "(The package comes without the text.)" : readFileSync(join(folder, file), "utf8")
  const title = `${card["name"]} ${card["version"]} (${card["license"]})`
  return [title, "-".repeat(title.length), text.trim(), ""].join("\n")
}
