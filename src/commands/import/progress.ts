import { isatty } from "node:tty"

/** Shows on a terminal how much is done, in a line that is wiped away at the end. */
export function createProgress(name: string) {
  const isShown = isatty(2)
  const write = (text: string) => {
    if (isShown) process.stderr.write(`\r\u001b[K${text}`)
  }
  return {
    tell: (share: number) => write(`${name}: ${Math.floor(share * 100)} %`),
    end: () => write(""),
  }
}
