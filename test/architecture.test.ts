import { existsSync, readdirSync, readFileSync } from "node:fs"
import { builtinModules } from "node:module"
import { dirname, join, normalize } from "node:path"
import { expect, test } from "vitest"

const page = readFileSync("docs/architecture.md", "utf8")

/** What each room may import, as prefixes below `src/`. A file that has a row is a room of its own. */
const rooms = new Map(
  [
    ...between("Allowed imports", "\n\nEach folder of ").matchAll(/^- `([^`]+)`[^:]*:\s+(.*(?:\n {2}.*)*)/gm),
  ].map(([, room = "", row = ""]) => [room, rulesOf(room, row)]),
)

function between(beginning: string, end: string): string {
  return page.split(beginning)[1]?.split(end)[0] ?? ""
}

interface Rule {
  readonly prefix: string
  readonly typesOnly: boolean
}

function rulesOf(room: string, row: string): Rule[] {
  const [values = "", types = ""] = row.split("types:")
  const named = (part: string, typesOnly: boolean) =>
    [...part.matchAll(/`([^`]+)`/g)]
      .flatMap(([, name = ""]) => namesIn(name))
      .map((name) => ({ prefix: name === "./" ? "" : name, typesOnly }))
  const rules = [...named(values, false), ...named(types, true)]
  return room.endsWith("/") ? [{ prefix: room, typesOnly: false }, ...rules] : rules
}

/** `a/{b,c}.ts` names two files. */
function namesIn(name: string): string[] {
  const [, before, inside, after] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? []
  return inside === undefined ? [name] : inside.split(",").map((each) => `${before}${each}${after}`)
}

/** The folders at the head of each row in the list after this sentence, row by row. */
function floorsAfter(sentence: string): string[][] {
  const [, list = ""] = /\n\n(- [^]*?)\n\n/.exec(page.split(sentence)[1] ?? "") ?? []
  return [...list.matchAll(/^- ([^:]+):/gm)].map(([, head = ""]) =>
    [...head.matchAll(/`([^`]+)`/g)].map(([, folder = ""]) => folder),
  )
}

/** From the top. Each imports only itself and what is below it. */
const dashboardFloors = floorsAfter("Each folder of `dashboard/`")
/** Each imports only itself and those before it. */
const domainFloors = floorsAfter("Each layer of `domain/`").flat()

/** The one folder that may import each package. */
const homes: Record<string, readonly string[]> = {
  // client/ imports zod for types, and for the table that the build evaluates.
  zod: ["domain/", "operations/", "operation.ts", "http/", "client/", "mcp/"],
  "@modelcontextprotocol/server": ["mcp/"],
  h3: ["http/"],
  "content-disposition": ["http/"],
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
  citty: ["terminal/", "commands/completions.ts", "commands/help/", "program.ts"],
  consola: ["server-log/"],
  preact: ["dashboard/"],
  anser: ["dashboard/words/"],
  "@speed-highlight/core": ["dashboard/change/"],
  "fractional-indexing": ["dashboard/board/"],
  "markdown-it": ["dashboard/"],
  minisearch: ["search/"],
  pg: ["storage/postgres/"],
  uplot: ["dashboard/"],
  "modern-tar": ["backup/"],
  papaparse: ["interchange/"],
  diff: ["dashboard/change/"],
  yaml: ["interchange/"],
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

test("a room imports only what its row allows, and every room has its row", () => {
  const roomOf = (file: string) =>
    [...rooms.keys()].filter((room) => file.startsWith(room)).sort((a, b) => b.length - a.length)[0]
  const wrong = imports.filter(isRelative).filter((each) => {
    const target = targetOf(each)
    const rules = rooms.get(roomOf(each.from) ?? "") ?? []
    return !rules.some(({ prefix, typesOnly }) => target.startsWith(prefix) && (each.isType || !typesOnly))
  })
  expect(wrong).toEqual([])
  expect(files.filter((file) => roomOf(file) === undefined)).toEqual([])
  expect(imports.filter(isRelative).length).toBeGreaterThan(100)
})

test("no row of the rooms is about a file or a folder that is not there", () => {
  const named = [...rooms].flatMap(([room, rules]) => [room, ...rules.map(({ prefix }) => prefix)])
  expect(named.filter((name) => !existsSync(join("src", name)))).toEqual([])
  expect(rooms.size).toBeGreaterThan(20)
})

test("eight files stand at the root", () => {
  const root = files.filter((file) => !file.includes("/")).sort()
  expect(root).toEqual([
    "errors.ts",
    "facts.ts",
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
  expect(taken.size).toBe(20)
})

test("each floor of the domain imports only itself and the floors before it in the list", () => {
  const floorOf = (file: string) => domainFloors.findIndex((floor) => file.startsWith(`domain/${floor}`))
  const wrong = imports.filter(isRelative).filter((each) => floorOf(targetOf(each)) > floorOf(each.from))
  expect(wrong.filter(({ from }) => floorOf(from) >= 0)).toEqual([])
  expect(files.filter((file) => floorOf(file) >= 0).length).toBeGreaterThan(50)
  const outside = files.filter((file) => file.startsWith("domain/") && floorOf(file) < 0)
  expect(outside).toEqual(["domain/context.ts"])
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

test("the engine, the journal, the past and the search know clocks, timers, turns and chance by one port only", () => {
  const rooms = ["engine/", "storage/journal/", "storage/checkpoint/", "past/", "search/"]
  const kept = files.filter((file) => rooms.some((room) => file.startsWith(room)))
  const impure = kept.filter((file) =>
    /Date\.now|new Date\(\)|performance\.|\bset(?:Timeout|Interval|Immediate)\b|node:timers|nextTick|queueMicrotask|Math\.random|random(?:Bytes|UUID|Int)|AbortSignal\.timeout/.test(
      readFileSync(join("src", file), "utf8"),
    ),
  )
  expect(impure).toEqual([])
  expect(kept.length).toBeGreaterThan(60)
})

test("the journal and the checkpoint know files by one port only", () => {
  // They make a home, and the note in one that was moved, and no server runs on it meanwhile.
  const offline = ["storage/journal/import.ts", "storage/journal/moved.ts"]
  const ofFiles = imports.filter(
    ({ from, to }) => /^storage\/(?:journal|checkpoint)\//.test(from) && /^(?:node:)?fs(?:\/|$)/.test(to),
  )
  expect(ofFiles.map(({ from }) => from)).toEqual(offline)
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
