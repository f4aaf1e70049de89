#!/usr/bin/env node
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Script } from "node:vm"
import { findPlace, keepCode, readCode } from "./code-cache.ts"
import { version } from "./version.ts"

// Runs program.cjs. A third of the time of a short command went into compiling it, so what V8 has compiled is kept.
const file = join(__dirname, "program.cjs")
const [first = "start", second = ""] = process.argv.slice(2)
const word = first === "task" ? second : first
const place = /^[a-z-]{1,20}$/.test(word) ? findPlace(file, word, version) : undefined
const kept = place && readCode(place)

const script = new Script(
  `(function (exports, require, module, __filename, __dirname, __import) {${readFileSync(file, "utf8")}\n})`,
  {
    filename: file,
    cachedData: kept,
  },
)
if (place && (kept === undefined || script.cachedDataRejected === true))
  process.once("exit", (status) => {
    // With status 2 the word may be no command. A command that is built apart is in no shell loop.
    if (status !== 2 && !isApart) keepCode(place, script.createCachedData())
  })
let isApart = false
function importApart(path: string): Promise<unknown> {
  isApart = true
  return import(path)
}

const run = script.runInThisContext() as (...names: readonly unknown[]) => void
run(exports, require, module, file, __dirname, importApart)
