/** What one downloads. */
import { spawnSync } from "node:child_process"
import { lazily } from "../compare.js"

/** The size of the packed package, in kB. The types are a part of it, and only `npm run build` makes them. */
const packedSize = lazily(() => {
  const npm = (...args) => {
    const { status, stdout, stderr } = spawnSync("npm", args, { encoding: "utf8" })
    if (status !== 0) throw new Error(stderr)
    return stdout
  }
  npm("run", "--silent", "types:build")
  const [packed] = Object.values(JSON.parse(npm("pack", "--dry-run", "--json", "--ignore-scripts")))
  return packed.size / 1000
})

export const rows = [
  {
    what: "the packed tarball",
    unit: "kB",
    gate: "≤ 950",
    aim: 600,
    before: "581",
    slices: 1,
    ours: packedSize,
  },
]
