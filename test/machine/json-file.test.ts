import { Low } from "lowdb"
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeEach, expect, test } from "vitest"
import { errno } from "../../src/machine/file-errors.ts"
import { durableText, jsonFile, newDurableText } from "../../src/machine/json-file.ts"

type Data = Record<string, unknown>

let directory: string
let path: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "upnext-json-"))
  path = join(directory, "some.json")
})

const open = (): Low<Data> => new Low(jsonFile<Data>(durableText(path)), {})

test("unknown keys and their order stay, with two spaces a level and a line break at the end", async () => {
  writeFileSync(path, '{"z": 1, "unknown": {"b": [1], "a": null},\n"a": 2}')
  const db = open()
  await db.read()
  await db.update((data) => {
    data.a = 3
    data.b = true
  })
  expect(readFileSync(path, "utf8")).toBe(
    '{\n  "z": 1,\n  "unknown": {\n    "b": [\n      1\n    ],\n    "a": null\n  },\n  "a": 3,\n  "b": true\n}\n',
  )
})

test("a missing file leaves the data that was given; nothing is made before a write", async () => {
  const db = open()
  await db.read()
  expect(db.data).toEqual({})
  expect(readdirSync(directory)).toEqual([])
  await db.write()
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test.each([["null"], ["[]"], ["1"], ['"text"']])(
  "a file holding %s is refused, not taken for none",
  async (text) => {
    writeFileSync(path, text)
    await expect(open().read()).rejects.toThrow(TypeError)
  },
)

test("what is no JSON is refused", async () => {
  writeFileSync(path, '{"a": ')
  await expect(open().read()).rejects.toThrow(SyntaxError)
})

test("a link stays a link, and what it leads to is written", async () => {
  const real = join(directory, "real.json")
  writeFileSync(real, "{}")
  symlinkSync(real, path)
  await open().update((data) => {
    data.a = 1
  })
  expect(readFileSync(real, "utf8")).toBe('{\n  "a": 1\n}\n')
  expect(readdirSync(directory).sort()).toEqual(["real.json", "some.json"])
})

test("of several that make a file at once one wins, and no draft stays behind", async () => {
  const makers = Array.from({ length: 5 }, (_, maker) => {
    const db = new Low(jsonFile<Data>(newDurableText(path)), { maker })
    return db.write().then(
      () => maker,
      (error: unknown) => errno(error),
    )
  })
  const made = (await Promise.all(makers)).filter((each) => typeof each === "number")
  expect(made).toHaveLength(1)
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ maker: made[0] })
  expect(readdirSync(directory)).toEqual(["some.json"])
})

test("where a write fails, no draft stays behind", async () => {
  mkdirSync(join(path, "in the way"), { recursive: true })
  await expect(open().write()).rejects.toThrow("EISDIR")
  expect(readdirSync(directory)).toEqual(["some.json"])
})
