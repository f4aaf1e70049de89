#!/usr/bin/env node
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { boot } from "./boot.ts"

const path = (name: string): string => join(__dirname, name)

boot({
  stamps: [path("program.cjs"), path("server.cjs")],
  path,
  read: (name) => readFileSync(path(name)),
  require,
  importApart: (file) => import(file),
})
