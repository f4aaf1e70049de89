/**
 * Puts the built program and the Node that runs this into one executable, for this platform: `npm run binary`, or
 * `node .ci/binary.js PATH` where `dist/` is built. See docs/decisions/single-executable.md.
 */
import { execFileSync } from "node:child_process"
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative, resolve } from "node:path"
import { inject } from "postject"

const out = resolve(process.argv[2] ?? "release/upnext")
if (process.platform !== "linux") {
  console.error(`error A single executable is made on Linux only, not on ${process.platform}.`)
  process.exit(1)
}

const work = mkdtempSync(join(tmpdir(), "upnext-binary-"))
const assets = readdirSync("dist/assets", { recursive: true })
const list = join(work, "assets.json")
writeFileSync(list, JSON.stringify(assets))
const scripts = ["sea.cjs", "NOTICES.txt"]
const names = [...scripts, ...assets.map((name) => `assets/${name}`)]
const blob = join(work, "blob")
const config = join(work, "sea.json")
writeFileSync(
  config,
  JSON.stringify({
    main: "dist/sea.cjs",
    output: blob,
    disableExperimentalSEAWarning: true,
    assets: { "assets.json": list, ...Object.fromEntries(names.map((name) => [name, `dist/${name}`])) },
  }),
)
// What it says of its progress is shown only where it fails.
execFileSync(process.execPath, ["--experimental-sea-config", config], { stdio: "pipe" })
mkdirSync(dirname(out), { recursive: true })
rmSync(out, { force: true })
copyFileSync(process.execPath, out)
chmodSync(out, 0o755)
await quietly(() =>
  inject(out, "NODE_SEA_BLOB", readFileSync(blob), {
    sentinelFuse: "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2",
  }),
)
rmSync(work, { recursive: true })
const place = relative("", out)
const size = Math.round(statSync(out).size / 1e6)
console.log(`The executable is ${place.startsWith("..") ? out : place}, ${size} MB.`)

/**
 * postject tells of its progress on standard output, and of the notes of Node's executable that it has no names for. The
 * system does not read those when it starts a program, so they are no reason for a warning.
 */
async function quietly(act) {
  const { log, warn } = console
  console.log = () => undefined
  console.warn = (text, ...more) => {
    if (!/^warning: Can't find string offset for section name '\.note/.test(text)) warn(text, ...more)
  }
  try {
    await act()
  } finally {
    Object.assign(console, { log, warn })
  }
}
