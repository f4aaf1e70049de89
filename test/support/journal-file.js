import { randomBytes } from "node:crypto"
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs"
import { join } from "node:path"
import { crc32 } from "node:zlib"

/** Starts a new journal in a home, with its header and the key of its server. Each line carries the checksum of the one before it. */
export function openJournal(home) {
  mkdirSync(join(home, "data", "journal"), { recursive: true, mode: 0o700 })
  writeFileSync(join(home, "data", "key"), randomBytes(32), { mode: 0o600 })
  const file = openSync(join(home, "data", "journal", "0000000000000001.jsonl"), "w", 0o600)
  let prev = "00000000"
  const line = (entry) => {
    const text = `${JSON.stringify(entry).slice(0, -1)},"prev":"${prev}"`
    prev = crc32(text).toString(16).padStart(8, "0")
    writeSync(file, `${text},"crc":"${prev}"}\n`)
  }
  line({ format: "upnext-journal", version: 1, seq: 1 })
  return { line, close: () => closeSync(file) }
}
