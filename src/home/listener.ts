import { execFile } from "node:child_process"
import { readdir, readFile, readlink } from "node:fs/promises"
import { basename } from "node:path"
import { endOf } from "../machine/process-end.ts"

export interface PortListener {
  readonly pid: number
  readonly command: string | undefined
}

/**
 * The process listening on a TCP port; found through /proc on Linux, elsewhere through lsof. undefined if not
 * found.
 */
export async function findListener(port: number): Promise<PortListener | undefined> {
  return process.platform === "linux" ? fromProc(port) : fromLsof(port)
}

// --- internal ---

async function fromProc(port: number): Promise<PortListener | undefined> {
  const tables = await Promise.all(["/proc/net/tcp", "/proc/net/tcp6"].map(readText))
  const sockets = new Set(
    tables.flatMap((table) => inodesOf(table, port)).map((inode) => `socket:[${inode}]`),
  )
  if (sockets.size === 0) return undefined
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name))
  for (const pid of pids) {
    // Only the process's own user can read its files.
    const files = await readdir(`/proc/${pid}/fd`).catch(() => [])
    const targets = await Promise.all(
      files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => "")),
    )
    if (!targets.some((target) => sockets.has(target))) continue
    return { pid: Number(pid), command: await commandOf(pid) }
  }
  return undefined
}

/** The program's name. Its first thread may have another name, as in Node 24 and later. */
async function commandOf(pid: string): Promise<string | undefined> {
  const program = await readlink(`/proc/${pid}/exe`).catch(() => "")
  return basename(program.replace(/ \(deleted\)$/, "")) || undefined
}

/** Columns: number, local address as hex ip:port, remote, state (0A: listening), …, and tenth the inode. */
function inodesOf(table: string, port: number): string[] {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, "0")}`
  const rows = table.split("\n").map((row) => row.trim().split(/\s+/))
  return rows.flatMap((row) => (row[1]?.endsWith(wanted) && row[3] === "0A" && row[9] ? [row[9]] : []))
}

function fromLsof(port: number): Promise<PortListener | undefined> {
  const args = ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-Fpc"]
  return new Promise((resolve) => {
    const child = execFile("lsof", args, { timeout: 500 }, (_, output) => {
      const pid = /^p(\d+)$/m.exec(output)?.[1]
      resolve(pid === undefined ? undefined : { pid: Number(pid), command: /^c(.+)$/m.exec(output)?.[1] })
    })
    // lsof looks at slow file systems from a process of its own, which may hang around.
    endOf(child).catch(() => undefined)
  })
}

function readText(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "")
}
