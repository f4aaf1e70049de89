import { readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { clientNames, clients, type ClientName } from "../../src/onboarding/clients.ts"
import { bom, isPlain, jsonTexts, markdownTexts, tomlTexts } from "./file-texts.ts"
import { leftAlone, makeRepository, onboard, snapshot, type Given } from "./repository.ts"

/** The texts for a file of a client. */
function textsFor(path: string, client: ClientName): Record<string, string> {
  if (path === "AGENTS.md" || path === "CLAUDE.md") return markdownTexts
  if (path.endsWith(".toml")) return tomlTexts
  const { mcp, hooks } = clients[client]
  const key = mcp.find((each) => each.path === path)?.at[0] ?? "other"
  const fill = (text: string) => text.replace("MCP", key).replace("START", hooks?.events.start ?? "start")
  return Object.fromEntries(Object.entries(jsonTexts).map(([name, text]) => [name, fill(text)]))
}

/** Every file that others may write in too. */
function sharedFiles(client: ClientName): string[] {
  const { mcp, mcpToml, hooks } = clients[client]
  const hookFile = hooks && hooks.shape !== "file" ? [hooks.path] : []
  const own = client === "claude" ? ["CLAUDE.md"] : []
  const files = ["AGENTS.md", ".upnext.json", ...own, ...mcp.map(({ path }) => path), ...hookFile]
  return [...new Set([...files, ...(mcpToml === undefined ? [] : [mcpToml])])]
}

/** Those of them that no client before it has: the same piece goes into the same file, whoever reads it. */
function ownFiles(client: ClientName): string[] {
  const before = clientNames.slice(0, clientNames.indexOf(client)).flatMap(sharedFiles)
  return sharedFiles(client).filter((path) => !before.includes(path))
}

/** All texts in the first file of each format; in each other one a third of them, never the same as in the one before. */
function isTried(path: string, i: number): boolean {
  const files = clientNames.flatMap(ownFiles)
  const format = (each: string) => each.slice(each.lastIndexOf("."))
  const at = files.filter((each) => format(each) === format(path)).indexOf(path)
  return at === 0 || (i + at) % 3 === 0 || process.env["UPNEXT_LONG"] !== undefined
}

test("a file that several clients share gets the same pieces from each of them", async () => {
  const texts = new Map<string, string>()
  for (const name of clientNames) {
    const root = await makeRepository()
    await onboard(root, { names: [name], hooks: true })
    for (const path of sharedFiles(name).filter((each) => each !== "CLAUDE.md")) {
      const text = await readFile(join(root, path), "utf8")
      expect(texts.get(path) ?? text, `${path} for ${name}`).toBe(text)
      texts.set(path, text)
    }
  }
})

/**
 * Where a comment or a trailing comma keeps a client from reading anything: Claude Code 2.1.197 calls such a `.mcp.json` no
 * valid JSON and takes nothing from such settings, and Copilot's command line 1.0.102 lists no server of it.
 */
const strictFiles = [".mcp.json", ".claude/settings.json"]

/** Something that a person adds at the beginning. */
function changeByHand(path: string, text: string): string {
  const [mark, rest] = text.startsWith(bom) ? [bom, text.slice(1)] : ["", text]
  if (path.endsWith(".md")) return `${mark}Mine.\n${rest}`
  if (path.endsWith(".toml")) return `${mark}# mine\n${rest}`
  return `${mark}// mine\n${rest}`
}

describe.each(clientNames)("for %s", (name) => {
  const asked = { names: [name], hooks: true }

  test("what is written into an empty repository is taken back without a trace", async () => {
    const root = await makeRepository()
    const before = await snapshot(root)
    expect(leftAlone(await onboard(root, asked))).toEqual([])
    const after = await snapshot(root)
    expect(Object.keys(after)).toContain("AGENTS.md")
    await onboard(root, { removes: true })
    expect(await snapshot(root)).toEqual(before)
  })

  test("a second time changes no byte", async () => {
    const root = await makeRepository({ "AGENTS.md": "# Rules\n" })
    await onboard(root, asked)
    const after = await snapshot(root)
    const { changes } = await onboard(root, asked)
    expect(changes).toEqual([])
    expect(await snapshot(root)).toEqual(after)
  })

  const all = ownFiles(name).flatMap((path) =>
    Object.entries(textsFor(path, name))
      .filter((_, i) => isTried(path, i))
      .map(([what, text]) => ({ path, what, text })),
  )
  const unread = all.filter(({ path, text }) => strictFiles.includes(path) && !isPlain(text))
  const cases = all.filter((each) => !unread.includes(each))

  test.each(cases)(
    "$path with $what: written, written again, changed around, taken back",
    async ({ path, text }) => {
      const given = path === ".upnext.json" ? text.replace(/"b"|"other"/, '"agent"') : text
      const root = await makeRepository({ [path]: { text: given, mode: 0o600 } })
      const before = await snapshot(root)
      const file = join(root, path)

      expect(leftAlone(await onboard(root, asked))).toEqual([])
      const written = await snapshot(root)
      expect(written[path]).not.toBe(before[path])
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      if (given.includes("\r\n")) expect(written[path]).not.toMatch(/[^\r]\n/)
      expect(written[path]?.startsWith(`600 ${bom}`)).toBe(given.startsWith(bom))

      await onboard(root, asked)
      expect(await snapshot(root)).toEqual(written)

      await writeFile(file, changeByHand(path, await readFile(file, "utf8")))
      expect(leftAlone(await onboard(root, { removes: true }))).toEqual([])
      // Where there was nothing but white space, that is what comes back around the change.
      const expected = changeByHand(path, given)
      if (given.trim() !== "" || path.endsWith(".md") || path.endsWith(".toml")) {
        expect(await snapshot(root)).toEqual({ ...before, [path]: `600 ${expected}` })
      }

      await writeFile(file, given)
      await onboard(root, asked)
      await onboard(root, { removes: true })
      expect(await snapshot(root)).toEqual(before)
    },
  )

  const obstacles: { path: string; what: string; given: Given; forced: boolean }[] = ownFiles(name).flatMap(
    (path) => [
      ...unread
        .filter((each) => each.path === path)
        .map(({ what, text }) => ({ path, what: `a file with ${what}`, given: text, forced: true })),
      ...(path.endsWith(".json") ? [{ path, what: "a broken file", given: '{ "a": ', forced: true }] : []),
      ...(path.endsWith(".toml") ? [{ path, what: "a broken file", given: 'a = "\n', forced: true }] : []),
      ...(path.endsWith(".md")
        ? [{ path, what: "half a block", given: "<!-- upnext:begin -->\nx\n", forced: true }]
        : []),
      {
        path,
        what: "a read-only file",
        given: { text: path.endsWith("json") ? "{}\n" : "\n", mode: 0o444 },
        forced: true,
      },
      {
        path,
        what: "a link out of the repository",
        given: { leadsTo: "/tmp/upnext-no-such-place" },
        forced: false,
      },
      {
        path,
        what: "a link into .git",
        given: { leadsTo: path.includes("/") ? "../.git" : ".git" },
        forced: false,
      },
    ],
  )

  test.each(obstacles)("$path as $what stays as it is, and is named", async ({ path, given, forced }) => {
    const root = await makeRepository({ [path]: given })
    const before = await snapshot(root)
    // A CLAUDE.md that is no file of this repository is not looked at further.
    const isIgnored = path === "CLAUDE.md" && typeof given === "object" && "leadsTo" in given
    expect(leftAlone(await onboard(root, asked))).toEqual(isIgnored ? [] : [path])
    expect((await snapshot(root))[path]).toBe(before[path])
    const insisted = await onboard(root, { ...asked, force: [path] })
    expect(leftAlone(insisted)).toEqual(forced || isIgnored ? [] : [path])
    if (!forced) expect((await snapshot(root))[path]).toBe(before[path])
    else expect((await onboard(root, asked)).changes).toEqual([])
  })

  test("a foreign entry stays, and is named; with --force it is replaced", async () => {
    const { mcp, mcpToml } = clients[name]
    const files: Record<string, string> = {}
    for (const { path, at } of mcp)
      files[path] = JSON.stringify({ [at[0] ?? ""]: { upnext: { command: "theirs" }, z: 1 } }, null, 2)
    if (mcpToml) files[mcpToml] = '[mcp_servers.upnext]\ncommand = "theirs"\n\n[z]\nkept = 1\n'
    const root = await makeRepository(files)
    const before = await snapshot(root)
    const paths = Object.keys(files)
    expect(leftAlone(await onboard(root, { names: [name] })).sort()).toEqual(paths.sort())
    for (const path of paths) expect((await snapshot(root))[path]).toBe(before[path])
    // It was never written, so it is not taken back either.
    await onboard(root, { removes: true })
    expect(await snapshot(root)).toEqual(before)

    expect(leftAlone(await onboard(root, { names: [name], force: paths }))).toEqual([])
    for (const path of paths) {
      const text = await readFile(join(root, path), "utf8")
      expect(text).not.toContain("theirs")
      expect(text).toMatch(/"z": 1|kept = 1/)
    }
  })

  test("what was edited stays, is named at each run, and goes only with --force", async () => {
    const root = await makeRepository({ "AGENTS.md": "# Rules\n" })
    const before = await snapshot(root)
    await onboard(root, asked)
    const edited: string[] = []
    for (const [path, content] of Object.entries(await snapshot(root))) {
      if (!/^\d+ /.test(content) || path.startsWith(".upnext")) continue
      const text = await readFile(join(root, path), "utf8")
      const changed = text.replace(/upnext prime|Exit 3|Exit status|"mcp(?="(?!:))/, "$&!")
      if (changed === text) continue
      edited.push(path)
      await writeFile(join(root, path), changed)
    }
    expect(edited.length).toBeGreaterThan(2)
    const after = await snapshot(root)
    expect(leftAlone(await onboard(root, asked)).sort()).toEqual(edited.sort())
    expect(await snapshot(root)).toEqual(after)
    expect(leftAlone(await onboard(root, { removes: true })).sort()).toEqual(edited)
    for (const path of edited) expect(Object.keys(await snapshot(root))).toContain(path)
    expect(leftAlone(await onboard(root, { removes: true, force: edited }))).toEqual([])
    expect(await snapshot(root)).toEqual(before)
  })
})
