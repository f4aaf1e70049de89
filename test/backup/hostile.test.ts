import type { TarEntry } from "modern-tar"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { restoreBackup } from "../../src/backup/restore.ts"
import { hintOf } from "../../src/terminal/hints.ts"
import { commitOf } from "../storage/fixture.ts"
import { refusal, temporaryDirectory } from "../storage/support.ts"
import {
  fileEntry,
  journalOf,
  manifestEntry,
  manifestOf,
  segmentName,
  tarOf,
  type ArchiveFile,
} from "./archives.ts"

const commits = [commitOf(1, "one"), commitOf(2, "two")]
const journal = journalOf(commits)
const key: ArchiveFile = { path: "data/key", bytes: Buffer.alloc(32, 7) }
const good = manifestOf(commits, [key, journal])

interface Change {
  readonly manifest?: unknown
  readonly files?: readonly ArchiveFile[]
  readonly entries?: readonly TarEntry[]
  /** Bytes behind the end of the tar archive. */
  readonly behind?: Buffer
}

/** A good archive but for this. */
async function archiveWith(change: Change = {}): Promise<Buffer> {
  const files = change.files ?? [key, journal]
  const manifest = change.manifest ?? manifestOf(commits, files)
  const tar = await tarOf(change.entries ?? [manifestEntry(manifest), ...files.map(fileEntry)])
  return gzipSync(Buffer.concat([tar, change.behind ?? Buffer.alloc(0)]))
}

async function restoreFrom(archive: Buffer, keepTokens = false) {
  const space = await temporaryDirectory()
  const [file, home] = [join(space, "x.tar.gz"), join(space, "home")]
  writeFileSync(file, archive)
  return { space, home, restored: restoreBackup({ file, home, keepTokens }) }
}

test("the archive that the others differ from is a good one", async () => {
  const { restored, space } = await restoreFrom(await archiveWith())
  expect(await restored).toMatchObject({ seq: 2, commits: 2 })
  expect(readdirSync(space).sort()).toEqual(["home", "x.tar.gz"])
})

const link = (path: string, type: "symlink" | "link"): TarEntry => ({
  header: { name: path, size: 0, type, linkname: "/etc/passwd" },
})
const extra = (path: string, bytes = Buffer.from("x")): ArchiveFile => ({ path, bytes })
const line = journal.bytes.toString().split("\n")
const journalWith = (text: string): ArchiveFile => ({ path: segmentName, bytes: Buffer.from(text) })
const zeros = Buffer.alloc(8 * 1024 * 1024)

const entriesWith = (...entries: readonly TarEntry[]) => archiveWith({ entries })

const archives: Record<string, readonly [() => Promise<Buffer> | Buffer, string]> = {
  "a text": [() => Buffer.from("not an archive"), "not a gzip archive"],
  "an empty file": [() => Buffer.alloc(0), "cut short"],
  "gzip of a text": [() => gzipSync("x".repeat(2000)), "damaged"],
  "the archive of something else": [
    () => entriesWith(fileEntry(extra("package/index.js"))),
    'it contains "package/index.js" where manifest.json should be',
  ],
  "a cut archive": [async () => (await archiveWith()).subarray(0, 400), "cut short"],
  "an archive of which the tar is cut": [
    async () =>
      gzipSync((await tarOf([manifestEntry(good), fileEntry(key), fileEntry(journal)])).subarray(0, 2048)),
    "truncated",
  ],
  "an archive that ends early": [
    () => entriesWith(manifestEntry(good), fileEntry(key)),
    `ends before ${segmentName}`,
  ],
  "a flipped bit": [
    async () => {
      const bytes = await archiveWith()
      bytes.writeUInt8((bytes[300] ?? 0) ^ 1, 300)
      return bytes
    },
    "damaged",
  ],
  "a manifest that is no JSON": [
    () => entriesWith(fileEntry({ path: "manifest.json", bytes: Buffer.from("{") })),
    "not an Upnext backup",
  ],
  "another format": [() => archiveWith({ manifest: { ...good, format: "x" } }), "not an Upnext backup"],
  "a manifest without files": [
    () => archiveWith({ manifest: { ...good, files: null } }),
    "list the files in the backup",
  ],
  "no journal": [() => archiveWith({ files: [key] }), "no journal"],
  "a manifest of 17 mebibytes": [
    () => entriesWith(fileEntry({ path: "manifest.json", bytes: Buffer.alloc(17 * 1024 * 1024) })),
    "its manifest is too long",
  ],
  "a name twice in the manifest": [() => archiveWith({ files: [key, key, journal] }), "data/key twice"],
  "a name twice in the archive": [
    () => entriesWith(manifestEntry(good), fileEntry(key), fileEntry(key), fileEntry(journal)),
    'it contains "data/key" where',
  ],
  "a file that the manifest does not name": [
    () => entriesWith(manifestEntry(good), fileEntry(key), fileEntry(journal), fileEntry(extra("data/lock"))),
    '"data/lock", which its manifest does not list',
  ],
  "a way out of the home": [
    () => archiveWith({ files: [key, journal, extra("../evil")] }),
    '"../evil", which is not part of a backup',
  ],
  "a way out by a name in the archive": [
    () => entriesWith(manifestEntry(good), fileEntry({ ...key, path: "../../data/key" }), fileEntry(journal)),
    'it contains "../../data/key" where',
  ],
  "an absolute path": [
    () => archiveWith({ files: [journal, extra("/etc/cron.d/x")] }),
    "not part of a backup",
  ],
  "a file of the system in data": [
    () => archiveWith({ files: [journal, extra("data/home-id")] }),
    "not part of a backup",
  ],
  "a symbolic link": [
    () => entriesWith(manifestEntry(good), link("data/key", "symlink"), fileEntry(journal)),
    "data/key is not a regular file",
  ],
  "a hard link": [
    () => entriesWith(manifestEntry(good), link("data/key", "link"), fileEntry(journal)),
    "data/key is not a regular file",
  ],
  "a directory": [
    () => entriesWith(manifestEntry(good), { header: { name: "data/key", size: 0, type: "directory" } }),
    "data/key",
  ],
  "another name by an extended header": [
    () => {
      const { header, body } = fileEntry(key)
      return entriesWith(manifestEntry(good), {
        header: { ...header, pax: { path: "/tmp/x" } },
        ...(body !== undefined && { body }),
      })
    },
    'it contains "/tmp/x" where',
  ],
  "a file longer than its manifest says": [
    () => entriesWith(manifestEntry(good), fileEntry({ ...key, bytes: zeros })),
    `data/key has ${zeros.length} bytes`,
  ],
  "a bomb behind the end": [() => archiveWith({ behind: zeros }), "more than its manifest says"],
  "a key of another length": [
    () => archiveWith({ files: [{ ...key, bytes: Buffer.alloc(31) }, journal] }),
    "data/key is 31 bytes long",
  ],
  "a journal that is too long": [
    () => archiveWith({ manifest: { ...good, files: [{ ...good.files[1], size: 2 ** 40 }] } }),
    `${segmentName} is ${2 ** 40} bytes long`,
  ],
  "a wrong digest": [
    () =>
      archiveWith({
        manifest: { ...good, files: good.files.map((file) => ({ ...file, sha256: "0".repeat(64) })) },
      }),
    "the digest of data/key is not the one",
  ],
  "a configuration that is none": [
    () => archiveWith({ files: [extra("config.json", Buffer.from("[]")), journal] }),
    "config.json does not contain a JSON object",
  ],
  "a configuration of a board elsewhere": [
    () =>
      archiveWith({
        files: [extra("config.json", Buffer.from('{"database":"postgres://evil/x"}')), journal],
      }),
    "names a database",
  ],
  "a line that is missing": [
    () => archiveWith({ files: [journalWith([line[0], line[2], ""].join("\n"))] }),
    "does not follow the previous line",
  ],
  "a shortened journal": [
    () => archiveWith({ files: [journalWith([line[0], line[1], ""].join("\n"))] }),
    "ends with event 1, commit 1, but its manifest says 2 and 2",
  ],
  "an incomplete line": [
    () => archiveWith({ files: [journalWith(journal.bytes.toString().slice(0, -30))] }),
    "an incomplete line",
  ],
  "a changed line": [
    () => archiveWith({ files: [journalWith(journal.bytes.toString().replace("two", "TWO"))] }),
    "this line is damaged",
  ],
  "a segment that does not follow": [
    () => archiveWith({ files: [journal, { ...journal, path: "data/journal/0000000000000009.jsonl" }] }),
    "journal is damaged",
  ],
  "a hole instead of the first segment": [
    () => archiveWith({ files: [{ ...journal, path: "data/journal/0000000000000009.jsonl" }] }),
    "journal is damaged",
  ],
}

test.each(Object.entries(archives))("%s is refused by name and leaves nothing", async (_, [make, detail]) => {
  const { restored, space } = await restoreFrom(await make())
  const error = await refusal(restored)
  expect(error.code, error.message).toBe("storage_damaged")
  expect(error.message).toContain("x.tar.gz is not a valid backup: ")
  expect(error.message).toContain(detail)
  expect(readdirSync(space)).toEqual(["x.tar.gz"])
})

test("what an archive says of itself cannot write to the terminal", async () => {
  const manifest = { ...good, at: "23 Nov 2026 20:00:00 GMT (\u001b]0;x\u0007)" }
  const { restored } = await restoreFrom(await archiveWith({ manifest }))
  expect((await restored).at).toBe("2026-11-23T20:00:00.000Z")
})

test("a refusal shows the beginning of what an archive says, with nothing that a terminal obeys", async () => {
  const name = `\u001b]0;x\u0007\u009b2J\u202e${"long".repeat(20_000)}`
  const bad = [
    entriesWith(fileEntry(extra(name))),
    entriesWith(manifestEntry(good), fileEntry(key), fileEntry(journal), fileEntry(extra(name))),
    archiveWith({ files: [journal, extra(name)] }),
    archiveWith({ manifest: { ...good, format: name } }),
    archiveWith({
      files: [
        journalOf([{ seq: 1, commands: [{ at: 1, actor: "Ada", events: [{ type: name }] }] }] as never),
      ],
    }),
  ]
  for (const archive of bad) {
    const { message } = await refusal((await restoreFrom(await archive)).restored)
    expect(message.length).toBeLessThan(1000)
    expect(message).toContain("longlong")
    expect(message).not.toMatch(/\p{C}/u)
  }
})

test("an archive of a later version is refused as such", async () => {
  const { restored, space } = await restoreFrom(await archiveWith({ manifest: { ...good, version: 2 } }))
  expect((await refusal(restored)).code).toBe("storage_newer_format")
  expect(readdirSync(space)).toEqual(["x.tar.gz"])
})

test("events that only a later version knows are refused as such", async () => {
  const strange = [{ seq: 1, commands: [{ at: 1, actor: "Ada", events: [{ type: "task.sung" }] }] }]
  const files = [journalOf(strange as never)]
  const { restored, space } = await restoreFrom(
    await archiveWith({ files, manifest: manifestOf(strange as never, files) }),
  )
  expect((await refusal(restored)).code).toBe("storage_newer_format")
  expect(readdirSync(space)).toEqual(["x.tar.gz"])
})

test("tokens in the configuration go with the others, unless they are kept", async () => {
  const config = { port: 4477, tokens: [{ hash: "a".repeat(64) }] }
  const files = [extra("config.json", Buffer.from(JSON.stringify(config))), journal]
  const read = async (keepTokens: boolean) => {
    const { restored, home } = await restoreFrom(await archiveWith({ files }), keepTokens)
    await restored
    return JSON.parse(readFileSync(join(home, "config.json"), "utf8")) as unknown
  }
  expect(await read(false)).toEqual({ port: 4477 })
  expect(await read(true)).toEqual(config)
})

test("no archive opens a server to others, or calls anybody", async () => {
  const config = {
    lease: "10m",
    host: "0.0.0.0",
    auth: false,
    allowedHosts: ["evil"],
    trustProxy: ["0.0.0.0/0"],
    notify: [{ url: "https://evil.example", format: "slack" }],
  }
  const files = [extra("config.json", Buffer.from(JSON.stringify(config))), journal]
  const { restored, home } = await restoreFrom(await archiveWith({ files }), true)
  expect((await restored).leftOut).toEqual(["host", "auth", "allowedHosts", "trustProxy", "notify"])
  expect(JSON.parse(readFileSync(join(home, "config.json"), "utf8"))).toEqual({ lease: "10m" })
})

test("a home that holds anything is never touched", async () => {
  const space = await temporaryDirectory()
  const [file, home] = [join(space, "x.tar.gz"), join(space, "home")]
  writeFileSync(file, await archiveWith())
  mkdirSync(home)
  writeFileSync(join(home, "note"), "mine")
  const error = await refusal(restoreBackup({ file, home, keepTokens: false }))
  expect(error.code).toBe("board_exists")
  expect(hintOf(error)).toBe("Nothing is overwritten: choose another directory with --home.")
  expect(readdirSync(space).sort()).toEqual(["home", "x.tar.gz"])
  expect(readdirSync(home)).toEqual(["note"])
})
