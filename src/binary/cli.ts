#!/usr/bin/env node
import { existsSync } from "node:fs"
import * as module from "node:module"
import { homedir } from "node:os"
import { dirname, isAbsolute, join } from "node:path"
import { print } from "../terminal/output.ts"
import { isVersion, version } from "../version.ts"

// From 22.8 on, Node can keep what it compiled. Below the user's own directory, since such a file runs as code.
const { enableCompileCache } = module as { readonly enableCompileCache?: (directory: string) => void }
const { XDG_CACHE_HOME = "" } = process.env
const cache = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), ".cache")
// A home that is not there is not made for it.
if (isAbsolute(cache) && existsSync(dirname(cache))) enableCompileCache?.(join(cache, "upnext"))

// To say the version takes none of the program.
const [word = "", ...more] = process.argv.slice(2)
if (isVersion(word) && more.length === 0) print(version)
else void import("../program.ts")
