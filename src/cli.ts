#!/usr/bin/env node
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { boot } from "./boot.ts"

const path = (name: string): string => join(__dirname, name)

boot({
  stamp: path("program.cjs"),
  path,
  read: (name) => readFileSync(path(name)),
  require,
})
