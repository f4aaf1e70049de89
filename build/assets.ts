import { cp, readFile, readdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"
import { out } from "./out.ts"

const directory = join(out, "assets")

/** Puts what is not built beside the dashboard's built files, and compresses all of them. */
export async function finishAssets(): Promise<void> {
  await copyAssets()
  await compressAssets()
}

// --- internal ---

async function copyAssets(): Promise<void> {
  await cp("assets/dashboard", directory, { recursive: true, filter: (path) => !path.endsWith(".css") })
  await cp("node_modules/uplot/dist/uPlot.min.css", join(directory, "uplot.css"))
}

/** Leaves each file only as Brotli, as browsers get it. The server writes versions into the page, so that stays as it is. */
async function compressAssets(): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name === "index.html" || name.endsWith(".br")) continue
    const path = join(directory, name)
    const bytes = await readFile(path)
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    }
    await writeFile(`${path}.br`, brotliCompressSync(bytes, { params }))
    await rm(path)
  }
}
