import { join } from "node:path"
import { boot } from "./boot.ts"
import { embedded } from "./single-file.ts"

// What `cli.cjs` is to the files of the package, for the single executable.
const inside = embedded()
if (inside)
  boot({
    stamp: process.execPath,
    path: (name) => join(process.execPath, name),
    read: (name) => inside.read(name),
    require: (id) =>
      id.startsWith("./")
        ? (JSON.parse(inside.read(id.slice(2)).toString()) as unknown)
        : process.getBuiltinModule(id),
  })
