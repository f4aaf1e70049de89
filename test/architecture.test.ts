import { readdirSync, readFileSync } from "node:fs"
import { builtinModules } from "node:module"
import { dirname, join, normalize } from "node:path"
import { expect, test } from "vitest"

/** What each folder may import, as prefixes below `src/` (docs/architecture.md). `type:` allows only type imports. */
const rooms: Record<string, readonly string[]> = {
  "domain/": ["domain/", "errors.ts", "nearest.ts"],
  "operations/index.ts": ["operations/"],
  "operations/": ["operation.ts", "domain/", "errors.ts", "../assets/"],
  "engine/": ["engine/", "type:operation.ts", "domain/", "errors.ts", "type:storage/log.ts"],
  "storage/": [
    "storage/",
    "machine/",
    "type:domain/",
    "database-url.ts",
    "errors.ts",
    "file-errors.ts",
    "heap.ts",
    "make-directory.ts",
  ],
  "search/": ["search/", "type:domain/", "errors.ts"],
  "past/": [
    "past/",
    "operations/index.ts",
    "type:operation.ts",
    "domain/",
    "engine/points.ts",
    "engine/trail.ts",
    "type:engine/",
    "search/",
    "storage/source.ts",
    "server.ts",
    "type:storage/",
    "errors.ts",
    "file-errors.ts",
    "heap.ts",
  ],
  "metrics/": ["metrics/", "type:storage/log.ts"],
  "http/": [
    "http/",
    "metrics/",
    "operations/index.ts",
    "type:operation.ts",
    "errors.ts",
    "nearest.ts",
    "token.ts",
    "type:engine/",
    "domain/",
  ],
  "client/": [
    "client/",
    "operations/index.ts",
    "type:operation.ts",
    "errors.ts",
    "follow.ts",
    "type:engine/",
    "type:domain/",
  ],
  "mcp/": [
    "mcp/",
    "client/",
    "errors.ts",
    // The tools' schemas name what requests may hold, and read ids as they do.
    "domain/wire/",
  ],
  "terminal/": [
    "terminal/",
    // A client finds the server of its own home by the lock.
    "doctor/running.ts",
    // What it says of another home's server names a port that is free.
    "doctor/port-holder.ts",
    "config.ts",
    "client/",
    "errors.ts",
    "version.ts",
    "nearest.ts",
    "single-file.ts",
    "domain/wire/duration.ts",
    // No name that is read here may be one that nobody can have.
    "domain/wire/names.ts",
    "type:domain/",
  ],
  "commands/": [
    "commands/",
    "terminal/",
    // All of the server, in parts: a client command loads none of it.
    "server.ts",
    "type:upnext.ts",
    "type:config.ts",
    "client/",
    "type:doctor/",
    "doctor/running.ts",
    "doctor/listener.ts",
    "doctor/port-holder.ts",
    "onboarding/clients.ts",
    "type:onboarding/",
    "type:move/",
    "type:server-log/",
    "server-log/file.ts",
    "server-log/read.ts",
    "database-url.ts",
    "loopback.ts",
    "errors.ts",
    "file-errors.ts",
    "make-directory.ts",
    "version.ts",
    "nearest.ts",
    "domain/wire/duration.ts",
    "domain/wire/excerpt.ts",
    // A plan names its faults by line, before a server sees it.
    "domain/wire/batch-form.ts",
    "type:domain/",
  ],
  "move/": [
    "move/",
    "storage/",
    "domain/board/",
    "domain/evolve/",
    "domain/wire/duration.ts",
    "board-settings.ts",
    "type:config.ts",
    "errors.ts",
    "version.ts",
  ],
  "server-log/": ["server-log/", "type:warnings.ts", "errors.ts", "file-errors.ts", "make-directory.ts"],
  "machine/": ["machine/", "file-errors.ts"],
  "onboarding/": ["onboarding/", "machine/", "type:domain/wire/metadata.ts", "errors.ts", "file-errors.ts"],
  "doctor/": [
    "doctor/",
    "onboarding/",
    "domain/board/upcast.ts",
    "config.ts",
    "database-url.ts",
    "storage/",
    "client/",
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
    "follow.ts",
    "sse.ts",
    "domain/wire/enums.ts",
    "domain/wire/excerpt.ts",
    "domain/wire/mentions.ts",
    "domain/wire/names.ts",
    "domain/wire/transitions.ts",
    "type:domain/",
    "errors.ts",
  ],
}

/** The one folder that may import each package. */
const homes: Record<string, readonly string[]> = {
  // client/ imports zod for types, and for the table that the build evaluates.
  zod: ["domain/", "operations/", "operation.ts", "http/", "client/", "mcp/"],
  "@modelcontextprotocol/server": ["mcp/"],
  h3: ["http/"],
  srvx: ["http/"],
  listhen: ["http/"],
  "get-port-please": ["http/"],
  unstorage: ["http/assets", "storage/"],
  // The checkpoint, and each small JSON file that is written.
  lowdb: ["storage/checkpoint/", "machine/", "config.ts", "onboarding/record-file.ts"],
  ofetch: ["client/conversation.ts"],
  "eventsource-parser": ["sse.ts"],
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

test("a folder imports only what the table allows", () => {
  const wrong = imports.filter(isRelative).filter((each) => {
    const { from, isType } = each
    const room = Object.keys(rooms).find((prefix) => from.startsWith(prefix))
    if (room === undefined) return false
    const target = targetOf(each)
    return !(rooms[room] ?? []).some((rule) => {
      const isTypeRule = rule.startsWith("type:")
      return target.startsWith(isTypeRule ? rule.slice(5) : rule) && (isType || !isTypeRule)
    })
  })
  expect(wrong).toEqual([])
  expect(imports.filter(isRelative).length).toBeGreaterThan(100)
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
  const next = new Map(files.map((file) => [file, [] as string[]]))
  for (const each of imports.filter(isRelative)) next.get(each.from)?.push(targetOf(each))
  const done = new Set<string>()
  function circleFrom(file: string, path: readonly string[]): readonly string[] | undefined {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const to of next.get(file) ?? []) {
      const circle = circleFrom(to, [...path, file])
      if (circle) return circle
    }
    done.add(file)
    return undefined
  }
  for (const file of files) expect(circleFrom(file, [])).toBeUndefined()
})

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
