// Preloaded into the real process: notes every path that it opens for writing, makes, renames or removes.
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"

const log = fs.openSync(process.env.WATCH_LOG, "a")
const note = fs.writeSync
const tell = (name, path) => note(log, `${name} ${String(path)}\n`)
const isWrite = (flags) => (typeof flags === "number" ? (flags & 3) !== 0 : /[wa+]/.test(flags ?? "r"))

/** The calls that change what a path names, with the places of these paths among their arguments. */
const changing = {
  ...{
    writeFile: [0],
    appendFile: [0],
    mkdir: [0],
    mkdtemp: [0],
    rmdir: [0],
    rm: [0],
    unlink: [0],
    truncate: [0],
  },
  ...{
    rename: [0, 1],
    copyFile: [1],
    cp: [1],
    symlink: [1],
    link: [1],
    chmod: [0],
    chown: [0],
    utimes: [0],
    lutimes: [0],
  },
}

function watch(holder, name, places) {
  const call = holder[name]
  if (typeof call !== "function") return
  holder[name] = function (...args) {
    for (const place of places) tell(name, args[place])
    return Reflect.apply(call, this, args)
  }
}

function watchOpen(holder, name) {
  const call = holder[name]
  holder[name] = function (path, flags, ...rest) {
    if (isWrite(flags)) tell(name, path)
    return Reflect.apply(call, this, [path, flags, ...rest])
  }
}

for (const [name, places] of Object.entries(changing)) {
  watch(fs.promises, name, places)
  watch(fs, name, places)
  watch(fs, `${name}Sync`, places)
}
watchOpen(fs.promises, "open")
watchOpen(fs, "open")
watchOpen(fs, "openSync")
const createWriteStream = fs.createWriteStream
fs.createWriteStream = (path, ...rest) => {
  tell("createWriteStream", path)
  return createWriteStream(path, ...rest)
}
syncBuiltinESMExports()
