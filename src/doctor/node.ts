import { failure, ok, type Check } from "./check.ts"

const needed = [20, 19] as const

export const node: Check = {
  name: "node",
  look() {
    const { node: version } = process.versions
    const [major = 0, minor = 0] = version.split(".").map(Number)
    const isNew = major > needed[0] || (major === needed[0] && minor >= needed[1])
    if (isNew) return ok(`Node.js ${version}`)
    return failure(`Node.js ${version} is too old.`, `Install Node.js ${needed.join(".")} or later.`)
  },
}
