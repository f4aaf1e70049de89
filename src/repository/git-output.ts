import type { ChildProcessByStdio } from "node:child_process"
import type { Readable } from "node:stream"

export interface Collected {
  readonly stdout: Buffer
  readonly said: string
  readonly tooMuch: boolean
}

/** Keeps what a process prints. One that prints more than `maxBytes` is ended. */
export function collect(
  child: Pick<ChildProcessByStdio<null, Readable, Readable>, "stdout" | "stderr" | "kill">,
  maxBytes: number,
): () => Collected {
  const chunks: Buffer[] = []
  let bytes = 0
  let said: Buffer = Buffer.alloc(0)
  let tooMuch = false

  child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= maxBytes) chunks.push(chunk)
    else if (!tooMuch) tooMuch = child.kill()
  })
  child.stderr.on("data", (chunk: Buffer) => {
    said = Buffer.concat([said, chunk]).subarray(-keptBytes)
  })
  return () => ({ stdout: Buffer.concat(chunks), said: clean(said.toString()), tooMuch })
}

// --- internal ---

const keptBytes = 8 * 1024

/** Without the characters that move the cursor, change colours or turn the direction of text. */
function clean(text: string): string {
  return text
    .replace(/\r/g, "\n")
    .replace(/\t/g, "  ")
    .replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, "")
}
