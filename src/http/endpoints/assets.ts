import { createHash } from "node:crypto"
import * as z from "zod"
import { serveStatic, type H3Event } from "h3"
import { createStorage, type Driver } from "unstorage"
import fsDriver from "unstorage/drivers/fs-lite"
import { fail } from "../../errors.ts"
import { bestCoding, inCoding, type PlainBytes, type Coding } from "../reply/encoding.ts"
import { text, type Header } from "../reply/reply.ts"
import { decode } from "../request/target.ts"
import type { Route } from "../route.ts"

export interface Asset {
  readonly bytes: PlainBytes
  /** What the bytes are compressed with, if they are. */
  readonly coding?: Coding | undefined
  readonly type: string
  readonly tag: string
}

/** Files by their path below the directory: `dashboard.js`. */
export type Assets = ReadonlyMap<string, Asset>

/** Reads a directory of files into memory; empty if the directory does not exist. */
export function loadAssets(directory: string): Promise<Assets> {
  return readAssets(fsDriver({ base: directory, readOnly: true, noClear: true }))
}

/** Reads all files of a mount, so that the page keeps this version when another version is installed. */
export async function readAssets(driver: Driver): Promise<Assets> {
  const storage = createStorage({ driver })
  const files: [path: string, bytes: PlainBytes][] = []
  for (const key of await storage.getKeys()) {
    const raw = await storage.getItemRaw<Buffer>(key)
    // The keys of unstorage have `:` where paths have `/`.
    if (raw) files.push([key.replaceAll(":", "/"), Buffer.from(raw)])
  }
  return toAssets(files)
}

/** The dashboard: one page for all its addresses, and its files. */
export function createAssetRoutes(load: () => Promise<Assets>): Route[] {
  const made = new WeakMap<Asset, Map<string, Promise<PlainBytes>>>()

  /** The bytes of a file in this coding, made once. */
  function formOf(asset: Asset, coding: Coding | undefined): PlainBytes | Promise<PlainBytes> {
    if (coding === asset.coding) return asset.bytes
    const forms = made.get(asset) ?? new Map<string, Promise<PlainBytes>>()
    made.set(asset, forms)
    const form = forms.get(coding ?? "") ?? inCoding(asset.bytes, asset.coding, coding)
    forms.set(coding ?? "", form)
    return form
  }

  async function serve(event: H3Event, name: string, extra: readonly Header[]): Promise<unknown> {
    const { path, query } = event.context.target
    decode(path, "path")
    const assets = await load()
    const asset = assets.get(name) ?? failMissing(name, assets)
    const isFixed = query === `v=${asset.tag}` || isNamedByContent.test(name)
    const accepted = event.req.headers.get("accept-encoding") ?? undefined
    const coding = isText(asset.type) ? bestCoding(accepted) : undefined
    const bytes = await formOf(asset, coding)
    event.res.statusText = "OK"
    return serveStatic(event, {
      indexNames: [],
      headers: [
        ["vary", "accept-encoding"],
        ["cache-control", isFixed ? "public, max-age=31536000, immutable" : "no-cache"],
        ["x-content-type-options", "nosniff"],
        ...extra,
      ],
      getMeta: () => ({
        type: asset.type,
        etag: coding ? `"${asset.tag}-${coding}"` : `"${asset.tag}"`,
        size: bytes.length,
        ...(coding && { encoding: coding }),
      }),
      getContents: () => bytes,
    })
  }

  const page = (event: H3Event) => serve(event, "index.html", pageHeaders)
  return [
    {
      method: "GET",
      path: "/",
      handle: () => text(302, "text/plain; charset=utf-8", "See /dashboard\n", [["location", "/dashboard"]]),
    },
    {
      method: "GET",
      path: "/dashboard",
      handle: page,
      doc: {
        name: "dashboard",
        summary: "Get the dashboard, a page for people",
        description: "Every path under `/dashboard` returns the same page.",
        answers: [{ status: 200, meaning: "The page", content: { "text/html": z.string() } }],
        refusals: ["not_found"],
      },
    },
    { method: "GET", path: "/dashboard/**", handle: page },
    // The page's files are below /assets. A browser could make nothing of the page in place of a file.
    {
      method: "GET",
      path: "/dashboard/assets/**",
      handle: ({ context }) => fail("not_found", `There is no file ${context.target.path.slice(0, 200)}.`),
    },
    {
      method: "GET",
      path: "/assets/**",
      handle: (event) => serve(event, event.context.target.path.slice("/assets/".length), []),
    },
  ]
}

/**
 * A page loads nothing from other servers, runs nothing inline and is shown in no frame. Pictures may be of `blob:`, as
 * those that are attached to a task take the token to be read: only a script of this page can make such an address, and
 * no other script runs in it.
 */
export const pageHeaders: readonly Header[] = [
  [
    "content-security-policy",
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ["referrer-policy", "no-referrer"],
  ["x-frame-options", "DENY"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
]

// --- internal ---

/** `dashboard.js.br` is the file `dashboard.js`, compressed. */
function toAssets(files: readonly (readonly [path: string, bytes: PlainBytes])[]): Assets {
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

function toAsset(key: string, bytes: PlainBytes, coding?: Coding): Asset {
  const type = types[key.slice(key.lastIndexOf(".") + 1)] ?? "application/octet-stream"
  return { bytes, coding, type, tag: createHash("sha256").update(bytes).digest("base64url").slice(0, 20) }
}

/** The build names chunks by their content. */
const isNamedByContent = /-[A-Z0-9]{8}\.js$/

/** The page names each of its files with a version, so that browsers can cache that version forever. */
function withVersions(page: PlainBytes, assets: Assets): PlainBytes {
  const text = page.toString("utf8").replace(/"\/assets\/([^"?]+)"/g, (address, name: string) => {
    const asset = assets.get(name)
    return asset ? `"/assets/${name}?v=${asset.tag}"` : address
  })
  return Buffer.from(text)
}

function isText(type: string): boolean {
  return type.includes("charset=utf-8") || type === "image/svg+xml"
}

function failMissing(name: string, assets: Assets): never {
  if (assets.size > 0) fail("not_found", `There is no file ${name.slice(0, 200)}.`)
  fail("not_found", {
    detail: "The dashboard is not part of this build.",
    hint: "Run `npm run build`, then start the server again. The rest of the API works without the dashboard.",
  })
}
