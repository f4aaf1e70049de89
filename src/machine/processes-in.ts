import { readdir, readlink } from "node:fs/promises"

/** The ids of the processes running in a directory or below it, as far as this user may know: by /proc, so on Linux only. */
export async function processesIn(directory: string): Promise<number[]> {
  const ids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name))
  const places = await Promise.all(ids.map((id) => readlink(`/proc/${id}/cwd`).catch(() => "")))
  return ids.filter((_, i) => places[i] === directory || places[i]?.startsWith(`${directory}/`)).map(Number)
}
