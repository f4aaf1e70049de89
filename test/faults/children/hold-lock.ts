/** Takes the lock of a data directory. Prints `held`, or `refused` with the code and the pid of the holder. */
import { UpnextError } from "../../../src/errors.ts"
import { acquireLock } from "../../../src/storage/lock/lock.ts"

const [directory = "", url = "http://127.0.0.1:4445"] = process.argv.slice(2)
const holder = { pid: process.pid, version: "1.2.3", startedAt: new Date().toISOString(), url }

try {
  const lock = await acquireLock({ directory, holder })
  process.stdout.write("held\n")
  setInterval(() => {}, 1000)
  process.once("SIGTERM", () => void lock.close().then(() => process.exit(0)))
} catch (error) {
  if (!(error instanceof UpnextError)) throw error
  const held = error.facts["server"]
  const pid = held && typeof held === "object" && "pid" in held ? String(held.pid) : "?"
  process.stdout.write(`refused ${error.code} ${pid}\n`)
}
