import { spawn, type ChildProcess } from "node:child_process"
import { call } from "./server.ts"
import { linesOf } from "./exported.ts"

/**
 * Issues of beads, of which each waits for the next one in the file. So all but the last must not be handed out, and
 * until that one is there, none at all.
 */
export function chainOf(count: number): string {
  const at = "2026-01-02T10:00:00Z"
  const line = (n: number) =>
    JSON.stringify({
      ...{
        id: `bd-${n}`,
        title: `Issue ${n}`,
        status: "open",
        priority: n % 4,
        created_at: at,
        updated_at: at,
      },
      ...(n < count && { dependencies: [{ depends_on_id: `bd-${n + 1}`, type: "blocks" }] }),
      comments: [{ author: "fay", text: `About ${n}`, created_at: at }],
    })
  return Array.from({ length: count }, (_, i) => `${line(i + 1)}\n`).join("")
}

/** Runs `upnext import` on a file. */
export function startImport(
  file: string,
  url: string,
): { child: ChildProcess; ended: Promise<number | null> } {
  const env = { PATH: process.env["PATH"], HOME: "/nonexistent" }
  const child = spawn(process.execPath, ["dist/cli.cjs", "import", file, "--url", url], {
    env,
    stdio: "ignore",
  })
  return { child, ended: new Promise((resolve) => child.once("close", resolve)) }
}

/** The tasks of a board as an export shows them. */
export async function boardAt(url: string): Promise<unknown[]> {
  return linesOf(await (await fetch(`${url}/export?format=jsonl`)).text()).slice(1)
}

/** Asks all the time what is next, until `stop`. Resolves with the titles that were offered. */
export function watchNext(urls: () => readonly string[]): { stop(): Promise<ReadonlySet<string>> } {
  const offered = new Set<string>()
  let isOver = false
  const run = (async () => {
    while (!isOver)
      for (const url of urls()) {
        const answer = await call(url, "GET", "/tasks/next?agent=bob").catch(() => undefined)
        const task = answer?.status === 200 ? (answer.body["task"] as { title: string } | null) : null
        if (task) offered.add(task.title)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
  })()
  return {
    async stop() {
      isOver = true
      await run
      return offered
    },
  }
}
