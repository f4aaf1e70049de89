import { isatty } from "node:tty"
import { clean } from "./output.ts"

/** Whether a person can be asked: standard input and standard error are both a terminal. */
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
