import { isatty } from "node:tty"
import { clean } from "./output.ts"

/** Whether there is somebody to ask: what they type comes in, and what is asked is seen. */
export function canAsk(): boolean {
  return isatty(0) && isatty(2)
}

/** Asks on standard error. Resolves with true for `y` and `yes` only. */
export async function confirm(question: string): Promise<boolean> {
  process.stderr.write(`${clean(question)} [y/N] `)
  const answer = await new Promise<string>((resolve) => {
    process.stdin.setEncoding("utf8")
    process.stdin.once("data", (text: string) => resolve(text))
    process.stdin.once("end", () => resolve(""))
  })
  process.stdin.pause()
  return /^y(es)?$/i.test(answer.trim())
}
