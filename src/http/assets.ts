import { createHash } from "node:crypto"
import * as z from "zod"
import { createStorage } from "unstorage"
import fsDriver from "unstorage/drivers/fs-lite"
import { fail } from "../errors.ts"
import { bestCoding, inCoding, type Coding } from "./encoding.ts"
import { text, type Reply } from "./reply.ts"
import type { Route } from "./route.ts"
import type { Exchange } from "./exchange.ts"

export interface Asset {
  readonly bytes: Buffer
  /** What the bytes are compressed with, if they are. */
  readonly coding?: Coding | undefined
  readonly type: string
  readonly tag: string
}

/** Files by their path below the directory: `dashboard.js`. */
export type Assets = ReadonlyMap<string, Asset>

/** Reads a directory of files into memory; empty where there is none. */
export async function loadAssets(directory: string): Promise<Assets> {
  const storage = createStorage({ driver: fsDriver({ base: directory, readOnly: true, noClear: true }) })
  const files: [path: string, bytes: Buffer][] = []
  for (const key of await storage.getKeys()) {
    const raw = await storage.getItemRaw<Buffer>(key)
    // The keys of unstorage have `:` where paths have `/`.
    if (raw) files.push([key.replaceAll(":", "/"), Buffer.from(raw)])
  }
  return toAssets(files)
}

/** The same for files that are in memory already. `dashboard.js.br` is the file `dashboard.js`, compressed. */
export function toAssets(files: readonly (readonly [path: string, bytes: Buffer])[]): Assets {
  const assets = new Map(
    files.map(([path, bytes]) => {
      const name = path.replace(/\.br$/, "")
      return [name, toAsset(name, bytes, name === path ? undefined : "br")]
    }),
  )
  const page = assets.get("index.html")
  if (page) assets.set("index.html", toAsset("index.html", withVersions(page.bytes, assets)))
  return assets
}

/** The dashboard: one page for all its addresses, and its files. */
export function createAssetRoutes(load: () => Promise<Assets>): Route[] {
  const made = new WeakMap<Asset, Map<string, Promise<Buffer>>>()

  /** The bytes of a file in this coding, made once. */
  function formOf(asset: Asset, coding: Coding | undefined): Buffer | Promise<Buffer> {
    if (coding === asset.coding) return asset.bytes
    const forms = made.get(asset) ?? new Map<string, Promise<Buffer>>()
    made.set(asset, forms)
    const form = forms.get(coding ?? "") ?? inCoding(asset.bytes, asset.coding, coding)
    forms.set(coding ?? "", form)
    return form
  }

  async function serve({ req, query }: Exchange, name: string, extra: string[]): Promise<Reply> {
    const assets = await load()
    const asset = assets.get(name)
    if (!asset) return failMissing(name, assets)
    const isFixed = query === `v=${asset.tag}` || isNamedByContent.test(name)
    const encoding = isText(asset.type) ? bestCoding(req.headers["accept-encoding"]) : undefined
    const tag = encoding ? `"${asset.tag}-${encoding}"` : `"${asset.tag}"`
    const headers = [
      ...[
        "etag",
        tag,
        "vary",
        "accept-encoding",
        "cache-control",
        isFixed ? "public, max-age=31536000, immutable" : "no-cache",
        "x-content-type-options",
        "nosniff",
      ],
      ...extra,
    ]
    if (req.headers["if-none-match"]?.split(/\s*,\s*/).includes(tag))
      return { status: 304, headers, body: "" }
    const body = await formOf(asset, encoding)
    return asReply(asset, body, encoding ? [...headers, "content-encoding", encoding] : headers)
  }

  const page = (exchange: Exchange) => serve(exchange, "index.html", pageHeaders)
  return [
    { method: "GET", path: "/", handle: () => redirect("/dashboard") },
    {
      method: "GET",
      path: "/dashboard",
      handle: page,
      doc: {
        name: "dashboard",
        summary: "The dashboard, a page for people",
        description: "Every address below it is the same page.",
        answers: [{ status: 200, meaning: "The page", content: { "text/html": z.string() } }],
        refusals: ["not_found"],
      },
    },
    { method: "GET", path: "/dashboard/**", handle: page },
    // The page's files are below /assets. A browser could make nothing of the page in place of a file.
    {
      method: "GET",
      path: "/dashboard/assets/**",
      handle: ({ path }) => fail("not_found", `There is no file ${path.slice(0, 200)}.`),
    },
    {
      method: "GET",
      path: "/assets/**",
      handle: (exchange) => serve(exchange, exchange.path.slice("/assets/".length), []),
    },
  ]
}

/** A page loads nothing from other servers, runs nothing inline and is shown in no frame. */
export const pageHeaders = [
  "content-security-policy",
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ...["referrer-policy", "no-referrer"],
  ...["x-frame-options", "DENY"],
  ...["cross-origin-opener-policy", "same-origin"],
  ...["cross-origin-resource-policy", "same-origin"],
]

// --- internal ---

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json; charset=utf-8",
  map: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  png: "image/png",
  ico: "image/x-icon",
  woff2: "font/woff2",
}

function toAsset(key: string, bytes: Buffer, coding?: Coding): Asset {
  const type = types[key.slice(key.lastIndexOf(".") + 1)] ?? "application/octet-stream"
  return { bytes, coding, type, tag: createHash("sha256").update(bytes).digest("base64url").slice(0, 20) }
}

/** The build names chunks by their content. */
const isNamedByContent = /-[A-Z0-9]{8}\.js$/

/** The page names each of its files with a version, so that a browser can keep that version for good. */
function withVersions(page: Buffer, assets: Assets): Buffer {
  const text = page.toString("utf8").replace(/"\/assets\/([^"?]+)"/g, (address, name: string) => {
    const asset = assets.get(name)
    return asset ? `"/assets/${name}?v=${asset.tag}"` : address
  })
  return Buffer.from(text)
}

function isText(type: string): boolean {
  return type.includes("charset=utf-8") || type === "image/svg+xml"
}

function asReply({ type }: Asset, body: Buffer, headers: string[]): Reply {
  return {
    status: 200,
    headers: ["content-type", type, "content-length", String(body.length), ...headers],
    body,
  }
}

function redirect(to: string): Reply {
  return text(302, "text/plain; charset=utf-8", `See ${to}\n`, ["location", to])
}

function failMissing(name: string, assets: Assets): never {
  if (assets.size > 0) fail("not_found", `There is no file ${name.slice(0, 200)}.`)
  fail("not_found", {
    detail: "The dashboard is not part of this build.",
    hint: "Run `npm run build`, then start the server again. The rest of the API works without it.",
  })
}
