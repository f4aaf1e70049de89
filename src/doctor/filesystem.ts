import { stat, statfs } from "node:fs/promises"
import { dirname } from "node:path"
import { dataDirectory } from "../storage/open.ts"
import { failure, ok, warn, type Check } from "./check.ts"

const mebibyte = 1024 * 1024

/** By `statfs` magic number: file systems whose locks or syncs are less reliable than those of a local disk. */
const remote: Readonly<Record<number, string>> = {
  0x6969: "NFS",
  0x517b: "SMB",
  0xff534d42: "CIFS",
  0xfe534d42: "SMB2",
  0x01021997: "9P",
  0x65735546: "FUSE",
}
const volatile: Readonly<Record<number, string>> = { 0x01021994: "tmpfs", 0x858458f6: "ramfs" }

/** Whether there is room, and whether the file system keeps synced data. */
export const filesystem: Check = {
  name: "disk",
  needs: ["home"],
  async look({ home, config }) {
    if (config.database !== undefined) return undefined
    const place = await existing(dataDirectory(home))
    const { type, bavail, bsize } = await statfs(place)
    const free = Math.floor((bavail * bsize) / mebibyte)
    const room = `${free.toLocaleString("en-US")} MiB free`
    if (free < 16)
      return failure(`${place}: ${room}, too little to write.`, "Free up space on this disk.", { free })
    if (free < 256)
      return warn(`${place}: ${room}.`, "Free up space on this disk before it is full.", { free })
    const far = remote[type >>> 0]
    if (far)
      return warn(
        `${place} is on ${far}; ${room}.`,
        "Keep UPNEXT_HOME on a local disk, because locks may be unreliable over a network.",
        { free },
      )
    const gone = volatile[type >>> 0]
    if (gone)
      return warn(
        `${place} is on ${gone}; ${room}.`,
        "Data there is lost when the machine stops. Keep UPNEXT_HOME on a disk.",
        { free },
      )
    return ok(room, { free })
  },
}

// --- internal ---

async function existing(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  return found || dirname(path) === path ? path : existing(dirname(path))
}
