import { isatty } from "node:tty"
import { clean, shown } from "../domain/wire/clean-text.ts"

export { clean, shown }

const env = process.env

/** Colours for people: not in a pipe, a dumb terminal or with NO_COLOR (no-color.org). */
export const hasColour = env.FORCE_COLOR
  ? env.FORCE_COLOR !== "0"
  : isatty(1) && !env.NO_COLOR && env.TERM !== "dumb"

const styled = (open: number, close: number) => (text: string) =>
  hasColour ? `\u001b[${open}m${text}\u001b[${close}m` : text

export const style = {
  bold: styled(1, 22),
  dim: styled(2, 22),
  red: styled(31, 39),
  green: styled(32, 39),
  yellow: styled(33, 39),
  magenta: styled(35, 39),
  cyan: styled(36, 39),
} as const

export const isTerminal = (): boolean => isatty(1)

/** The width of the terminal in columns; undefined if the stream is not a terminal. COLUMNS can make it narrower. */
export function terminalWidth(
  stream: NodeJS.WriteStream & { readonly fd: number } = process.stdout,
): number | undefined {
  if (!isatty(stream.fd)) return undefined
  const known = [stream.columns, Number(env.COLUMNS)].filter((columns) => columns > 0)
  return known.length > 0 ? Math.min(...known) : 80
}

/**
 * Prints text and a newline to standard output. If its reader has gone away, the process ends without an error; if the
 * text cannot be written, it ends with exit status 1.
 */
export function print(text: string): void {
  write(process.stdout, text)
}

/** The same to standard error. */
export function note(text: string): void {
  write(process.stderr, text)
}

/** What stands in place of a result: a text such as "Nothing is ready." for standard error. */
export interface NoResult {
  readonly notice: string
}

/** Prints a result to standard output, or a notice to standard error. An empty text prints nothing. */
export function tell(said: string | NoResult): void {
  if (typeof said !== "string") note(said.notice)
  else if (said !== "") print(said)
}

/** Writes bytes as they are; resolves when they are on their way. */
export function passOn(stream: NodeJS.WriteStream, part: string | Uint8Array): Promise<void> {
  watch(stream)
  return new Promise((resolve) => {
    stream.write(part, () => resolve())
  })
}

/** Prints JSON as the API answered it: on several lines for people, on one line for a pipe. */
export function printJson(value: unknown): void {
  const text = JSON.stringify(value, null, isTerminal() ? 2 : undefined)
  print(escapeHidden(text))
}

/** JSON whose strings hide nothing: the same value. */
export function escapeHidden(json: string): string {
  const escape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`
  return shown(json, (char) => char.split("").map(escape).join(""))
}

/** What a program printed, with its colours where there are any here. Of a line that it wrote over, the last text stays. */
export function cleanOutput(text: string): string {
  return text
    .replace(commands, "")
    .replace(/[^\n]*\r(?=[^\r\n])/g, "")
    .split(colours)
    .map((part, i) => (i % 2 === 0 ? clean(part) : hasColour ? part : ""))
    .join("")
}

export function line(text: string): string {
  return clean(text).replace(/\s+/gu, " ").trim()
}

// --- internal ---

const commands = /\u{1b}\][^\u{7}\u{1b}]*(?:\u{7}|\u{1b}\\)/gu // oxlint-disable-line no-control-regex -- titles and links
const colours = /(\u{1b}\[[\d;]*m)/u // oxlint-disable-line no-control-regex -- as above

const watched = new Set<NodeJS.WriteStream>()

function write(stream: NodeJS.WriteStream, text: string): void {
  watch(stream)
  stream.write(`${text}\n`)
}

function watch(stream: NodeJS.WriteStream): void {
  if (watched.has(stream)) return
  watched.add(stream)
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit()
    if (stream === process.stdout)
      note(
        `error Standard output cannot be written: ${error.message}.\nhint  Free some space there, or redirect the output.`,
      )
    process.exit(1)
  })
}
