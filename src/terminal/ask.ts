import { isatty } from "node:tty"
import { clean } from "./output.ts"

/** Whether a person can be asked: standard input and standard error are both a terminal. */
export function canAsk(): boolean {
  return isatty(0) && isatty(2)
}

/**
 * Asks on standard error for a secret, which is not shown as it is typed. Resolves with the line; with an empty one at the
 * end of the input.
 */
export async function askHidden(question: string): Promise<string> {
  const { createInterface } = await import("node:readline")
  // As a terminal it echoes what is typed to its output, and it has none. The system's own echo ends with it, so it comes
  // before the question.
  const lines = createInterface({ input: process.stdin, terminal: true })
  process.stderr.write(clean(question))
  return new Promise((resolve) => {
    let answer = ""
    lines.once("line", (text) => {
      answer = text
      lines.close()
    })
    lines.once("SIGINT", () => {
      lines.close()
      process.kill(process.pid, "SIGINT")
    })
    lines.once("close", () => {
      process.stderr.write("\n")
      resolve(answer)
    })
  })
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

/** Asks several things on standard error, one after the other. At the end of the input each answer is empty. */
export async function startAsking(): Promise<{ ask(question: string): Promise<string>; end(): void }> {
  const { createInterface } = await import("node:readline")
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  // What is typed before the question stands is kept: a second reader would not see it.
  const typed = lines[Symbol.asyncIterator]()
  return {
    async ask(question) {
      lines.setPrompt(clean(question))
      lines.prompt()
      const { value, done } = (await typed.next()) as IteratorResult<string, undefined>
      return done === true ? "" : value
    },
    end: () => lines.close(),
  }
}
