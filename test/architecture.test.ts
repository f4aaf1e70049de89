import { readdirSync, readFileSync } from "node:fs"
import { builtinModules } from "node:module"
import { dirname, join, normalize } from "node:path"
import { expect, test } from "vitest"

/**
 * What each room may import, as prefixes below `src/` (docs/architecture.md). `type:` allows only type imports. A file of
 * the root is a room of its own; `upnext.ts` knows everything.
 */
const rooms: Record<string, readonly string[]> = {
  "errors.ts": [],
  "nearest.ts": [],
  "version.ts": ["../package.json"],
  "operation.ts": ["type:domain/", "type:errors.ts"],
  "program.ts": ["commands/", "terminal/", "version.ts"],
  "index.ts": [
    // All of the server, which is loaded only when one is started.
    "commands/server-parts.ts",
    "client/",
    "errors.ts",
    "type:config/",
    "type:domain/",
    "type:machine/",
    "type:upnext.ts",
  ],
  "upnext.ts": [""],
  "binary/": ["binary/", "program.ts", "commands/server-parts.ts"],
  "domain/": ["domain/", "errors.ts", "nearest.ts"],
  "operations/index.ts": ["operations/"],
  "operations/": ["operation.ts", "domain/", "errors.ts", "../assets/"],
  "engine/": ["engine/", "type:operation.ts", "domain/", "errors.ts", "type:storage/log.ts"],
  "storage/": ["storage/", "machine/", "type:domain/", "errors.ts", "nearest.ts"],
  "search/": ["search/", "type:domain/", "errors.ts"],
  "past/": [
    "past/",
    "operations/index.ts",
    "type:operation.ts",
    "domain/",
    "engine/log-points.ts",
    "engine/task-events.ts",
    "type:engine/",
    "search/",
    "storage/source.ts",
    "type:storage/",
    "machine/",
    "errors.ts",
  ],
  "metrics/": ["metrics/", "type:storage/log.ts"],
  "http/": [
    "http/",
    "metrics/",
    "operations/index.ts",
    "type:operation.ts",
    "errors.ts",
    "nearest.ts",
    "config/token.ts",
    "type:engine/",
    "domain/",
  ],
  "client/": [
    "client/",
    "stream/",
    // The routes, while building, and the names that a shell offers, in the script of the server.
    "operations/index.ts",
    "domain/wire/event-schemas.ts",
    "type:operation.ts",
    "errors.ts",
    "type:domain/",
  ],
  "stream/": ["stream/"],
  "mcp/": [
    "mcp/",
    "client/",
    "errors.ts",
    // The tools' schemas name what requests may hold, and read ids as they do.
    "domain/wire/",
  ],
  "home/": ["home/", "client/", "storage/home-id.ts", "storage/lock/"],
  "terminal/": [
    "terminal/",
    // A client finds the server of its own home by the lock, and says which port is free.
    "home/",
    "client/",
    "errors.ts",
    "version.ts",
    "nearest.ts",
    "machine/single-file.ts",
    "machine/own-home.ts",
    // A hint names the database, without its password.
    "storage/database-url.ts",
    "domain/wire/duration.ts",
    // A name that is read here may not be a reserved one.
    "domain/wire/names.ts",
    "type:domain/",
  ],
  // What starts a server, or needs its rooms, imports them through here, so that a client command loads none of them.
  "commands/server-parts.ts": [
    "config/",
    "upnext.ts",
    "server-log/",
    "move/",
    "doctor/",
    "onboarding/",
    "past/",
    // What completions offer follows from the schemas.
    "terminal/completions/",
  ],
  "commands/": [
    "commands/",
    // A client command with tools: the bridge is a client, the rest is a script of its own.
    "mcp/bridge.ts",
    "mcp/parts.ts",
    "terminal/",
    "type:upnext.ts",
    "type:config/",
    "client/",
    "home/",
    "machine/",
    "type:doctor/",
    "onboarding/clients.ts",
    "type:onboarding/",
    "type:move/",
    "type:server-log/",
    "server-log/file.ts",
    "server-log/read.ts",
    "storage/database-url.ts",
    "errors.ts",
    "version.ts",
    "nearest.ts",
    "domain/wire/duration.ts",
    "domain/wire/excerpt.ts",
    "domain/wire/enums.ts",
    "domain/wire/names.ts",
    // A plan names its faults by line, before a server sees it.
    "domain/wire/batch-form.ts",
    "type:domain/",
  ],
  "config/": [
    "config/",
    "machine/",
    "type:storage/",
    "storage/database-url.ts",
    "domain/wire/duration.ts",
    "type:domain/",
    "errors.ts",
    "nearest.ts",
  ],
  "move/": [
    "move/",
    "storage/",
    "domain/board/",
    "domain/evolve/",
    "domain/wire/duration.ts",
    "config/board-settings.ts",
    "type:config/",
    "errors.ts",
    "version.ts",
  ],
  "server-log/": ["server-log/", "machine/", "errors.ts"],
  "machine/": ["machine/", "errors.ts"],
  "onboarding/": ["onboarding/", "machine/", "type:domain/wire/metadata.ts", "errors.ts"],
  "doctor/": [
    "doctor/",
    "home/",
    "onboarding/",
    "domain/board/upcast.ts",
    "config/",
    "storage/",
    "client/",
    "machine/own-home.ts",
    "terminal/hints.ts",
    "errors.ts",
    "domain/wire/duration.ts",
    "domain/wire/time.ts",
  ],
  "dashboard/": [
    "dashboard/",
    // The table of operations, and the conversation. Neither needs Node.
    "type:client/contract.ts",
    "client/client-error.ts",
    "client/conversation.ts",
    "client/request.ts",
    "client/routes.ts",
    "stream/",
    "domain/wire/enums.ts",
    "domain/wire/excerpt.ts",
    "domain/wire/mentions.ts",
    "domain/wire/names.ts",
    "domain/wire/transitions.ts",
    "type:domain/",
    "errors.ts",
  ],
}

/** The floors of the page, from the top. Each imports only itself and what is below it. */
const dashboardFloors: readonly (readonly string[])[] = [
  ["frame/"],
  ["palette/", "past/"],
  ["now/"],
  ["views/"],
  ["task/"],
  ["board/"],
  ["reads/"],
  ["components/"],
  ["page/"],
  ["sync/"],
  ["state/"],
  ["words/", "stream/"],
  ["api/"],
]

/** The one folder that may import each package. */
const homes: Record<string, readonly string[]> = {
  // client/ imports zod for types, and for the table that the build evaluates.
  zod: ["domain/", "operations/", "operation.ts", "http/", "client/", "mcp/"],
  "@modelcontextprotocol/server": ["mcp/"],
  h3: ["http/"],
  srvx: ["http/"],
  listhen: ["http/"],
  "get-port-please": ["http/"],
  unstorage: ["http/endpoints/assets", "storage/"],
  // The checkpoint, and each small JSON file that is written.
  lowdb: ["storage/checkpoint/", "machine/", "config/", "onboarding/record-file.ts"],
  ofetch: ["client/conversation.ts"],
  "eventsource-parser": ["stream/"],
  "jsonc-parser": ["onboarding/"],
  "smol-toml": ["onboarding/"],
  citty: ["terminal/", "commands/completions.ts", "program.ts"],
  consola: ["server-log/"],
  preact: ["dashboard/"],
  anser: ["dashboard/words/"],
  "markdown-it": ["dashboard/"],
  minisearch: ["search/"],
  pg: ["storage/postgres/"],
  uplot: ["dashboard/"],
  "@atlaskit/pragmatic-drag-and-drop": ["dashboard/"],
  "@dagrejs/dagre": ["dashboard/"],
}

interface Import {
  from: string
  to: string
  isType: boolean
}

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file))

function importsOf(file: string): Import[] {
  const text = readFileSync(join("src", file), "utf8")
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^"'`;()]*?\sfrom\s+)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g
  return [...text.matchAll(pattern)].map((match) => ({
    from: file,
    to: match[2] ?? match[3] ?? "",
    isType: match[1] !== undefined,
  }))
}

const imports = files.flatMap(importsOf)
const isRelative = ({ to }: Import) => to.startsWith(".")
const targetOf = ({ from, to }: Import) => normalize(join(dirname(from), to))

test("a room imports only what the table allows, and every room has its row", () => {
  const roomOf = (file: string) => Object.keys(rooms).find((prefix) => file.startsWith(prefix))
  const wrong = imports.filter(isRelative).filter((each) => {
    const target = targetOf(each)
    return !(rooms[roomOf(each.from) ?? ""] ?? []).some((rule) => {
      const isTypeRule = rule.startsWith("type:")
      return target.startsWith(isTypeRule ? rule.slice(5) : rule) && (each.isType || !isTypeRule)
    })
  })
  expect(wrong).toEqual([])
  expect(files.filter((file) => roomOf(file) === undefined)).toEqual([])
  expect(imports.filter(isRelative).length).toBeGreaterThan(100)
})

test("seven files stand at the root", () => {
  const root = files.filter((file) => !file.includes("/")).sort()
  expect(root).toEqual([
    "errors.ts",
    "index.ts",
    "nearest.ts",
    "operation.ts",
    "program.ts",
    "upnext.ts",
    "version.ts",
  ])
})

test("each floor of the dashboard imports only itself and the floors below it", () => {
  const floorOf = (file: string) =>
    dashboardFloors.findIndex((floor) => floor.some((folder) => file.startsWith(`dashboard/${folder}`)))
  const within = imports.filter(isRelative).filter(({ from }) => floorOf(from) >= 0)
  const wrong = within.filter((each) => {
    const to = floorOf(targetOf(each))
    return to >= 0 && to < floorOf(each.from)
  })
  expect(wrong).toEqual([])
  const outside = files.filter((file) => file.startsWith("dashboard/") && floorOf(file) < 0)
  expect(outside).toEqual(["dashboard/main.tsx"])
})

test("the tables that the dashboard imports from the domain import nothing themselves", () => {
  const values = imports
    .filter(isRelative)
    .filter(({ from, isType }) => from.startsWith("dashboard/") && !isType)
  const taken = new Set(values.map(targetOf).filter((file) => file.startsWith("domain/")))
  expect(imports.filter(({ from, isType }) => taken.has(from) && !isType)).toEqual([])
  expect(taken.size).toBe(5)
})

test("each floor of the domain imports only itself and the floors before it in the list", () => {
  const floors = ["collections/", "wire/", "board/", "evolve/", "rules/", "read-models/"]
  const floorOf = (file: string) => floors.findIndex((floor) => file.startsWith(`domain/${floor}`))
  const wrong = imports.filter(isRelative).filter((each) => floorOf(targetOf(each)) > floorOf(each.from))
  expect(wrong.filter(({ from }) => floorOf(from) >= 0)).toEqual([])
  expect(files.filter((file) => floorOf(file) >= 0).length).toBeGreaterThan(50)
})

test("there is no circle of imports, types included", () => {
  expect(circleOf(imports.filter(isRelative).map((each) => [each.from, targetOf(each)]))).toBeUndefined()
})

test("there is no circle of folders: within each one, its folders and files import each other one way only", () => {
  const folders = new Set(files.flatMap(foldersAbove))
  const circles = [...folders].map((folder) => {
    const inside = imports.filter(isRelative).flatMap((each): [string, string][] => {
      const [from, to] = [childIn(folder, each.from), childIn(folder, targetOf(each))]
      return from === undefined || to === undefined || from === to ? [] : [[from, to]]
    })
    return circleOf(inside)
  })
  expect(circles.filter((circle) => circle !== undefined)).toEqual([])
  expect(folders.size).toBeGreaterThan(30)
})

/** Every folder that a file is in, each with a slash at its end; that of all is empty. */
function foldersAbove(file: string): string[] {
  const parts = file.split("/").slice(0, -1)
  return ["", ...parts.map((_, i) => `${parts.slice(0, i + 1).join("/")}/`)]
}

/** What stands in a folder and is the file, or holds it; undefined where the file is elsewhere. */
function childIn(folder: string, file: string): string | undefined {
  return file.startsWith(folder) ? file.slice(folder.length).split("/")[0] : undefined
}

/** A way along the arrows that comes back to where it began; undefined where there is none. */
function circleOf(arrows: readonly (readonly [from: string, to: string])[]): readonly string[] | undefined {
  const next = new Map<string, string[]>()
  for (const [from, to] of arrows) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set<string>()
  function circleFrom(node: string, path: readonly string[]): readonly string[] | undefined {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return undefined
    for (const to of next.get(node) ?? []) {
      const circle = circleFrom(to, [...path, node])
      if (circle) return circle
    }
    done.add(node)
    return undefined
  }
  for (const node of next.keys()) {
    const circle = circleFrom(node, [])
    if (circle) return circle
  }
  return undefined
}

test("no two files declare a type of the same name", () => {
  const declared = new Map<string, string[]>()
  for (const file of files)
    for (const [, name = ""] of readFileSync(join("src", file), "utf8").matchAll(
      /^(?:export )?(?:interface|type) (\w+)/gm,
    ))
      declared.set(name, [...(declared.get(name) ?? []), file])
  // `Props` is exempt: every component calls its properties so.
  declared.delete("Props")
  const twice = [...declared].filter(([, where]) => new Set(where).size > 1)
  expect(twice).toEqual([])
  expect(declared.size).toBeGreaterThan(100)
})

test("every package is imported from one folder only", () => {
  const packages = imports.filter(
    (each) => !isRelative(each) && !each.to.startsWith("node:") && !builtinModules.includes(each.to),
  )
  const wrong = packages.filter(({ from, to }) => {
    const name = to.startsWith("@") ? to.split("/").slice(0, 2).join("/") : (to.split("/")[0] ?? to)
    return !(homes[name] ?? []).some((home) => from.startsWith(home))
  })
  expect(wrong).toEqual([])
  expect(packages.length).toBeGreaterThan(10)
})

test("the rules use no clock, no randomness and no input or output", () => {
  const pure = files.filter((file) => file.startsWith("domain/") || file.startsWith("operations/"))
  const impure = pure.filter((file) =>
    /Date\.now|new Date\(\)|Math\.random|performance\.|process\.|setTimeout|node:/.test(
      readFileSync(join("src", file), "utf8"),
    ),
  )
  expect(impure).toEqual([])
})

test("an operation never imports another", () => {
  const wrong = imports.filter(
    ({ from, to }) => from.startsWith("operations/") && from !== "operations/index.ts" && to.startsWith("./"),
  )
  expect(wrong).toEqual([])
})

test("the build is a short list of scripts, and each file of `build/` has one job in less than 100 lines", () => {
  const builders = readdirSync("build").map((file) => join("build", file))
  const lengthOf = (file: string) => readFileSync(file, "utf8").split("\n").length
  expect(["tsup.config.ts", ...builders].filter((file) => lengthOf(file) >= 100)).toEqual([])
  const exported = builders.filter((file) =>
    /^export (?:const|(?:async )?function) /m.test(readFileSync(file, "utf8")),
  )
  expect(exported).toEqual(builders.filter((file) => file !== "build/left-out.cjs"))
})

test("half of the source files have less than 100 lines, and none has more than 250", () => {
  const tables = ["errors.ts"]
  const lengths = files
    .filter((file) => !tables.includes(file))
    .map((file) => ({ file, lines: readFileSync(join("src", file), "utf8").split("\n").length }))
  expect(lengths.filter(({ lines }) => lines > 250)).toEqual([])
  const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b)
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(100)
})

test("the published package has no runtime dependencies", () => {
  const card = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, unknown>
  for (const kind of ["dependencies", "peerDependencies", "optionalDependencies"])
    expect(card[kind], kind).toBeUndefined()
})
