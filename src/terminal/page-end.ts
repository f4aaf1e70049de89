import { style, terminalWidth } from "./output.ts"
import { asTyped, quoteText } from "./typed.ts"

/** How much of a list a page holds. */
export interface ShownPage {
  readonly shown: number
  readonly total: number
}

/** The line below one page of a list. @param isPaged whether the page was asked for as such */
export function pageEnd({ next, ...page }: ShownPage & { readonly next: string }, isPaged: boolean): string {
  return isPaged || page.total > mostOnPage
    ? restLine(page, "more", "--cursor", next)
    : restLine(page, "all", "--limit")
}

/**
 * A line on the rest of a list: the command that was typed, with a flag that prints more. A command that does not fit
 * beside the numbers stands below them, unbroken.
 */
export function restLine(
  { shown, total }: ShownPage,
  what: "all" | "more",
  flag: "--cursor" | "--limit" | "--last",
  value = String(total),
): string {
  const typed = withFlag(process.argv.slice(2), flag, value)
  const whole = asTyped(`${shown} of ${total}; ${what}: upnext ${typed}`)
  const room = terminalWidth(process.stderr) ?? 80
  return style.dim(whole.length <= room ? whole : whole.replace(": ", ":\n  "))
}

// --- internal ---

/** The highest --limit that the server accepts. */
const mostOnPage = 500

/** The typed words with this flag in place of an earlier one. A token stays off the screen. */
function withFlag(argv: readonly string[], flag: string, value: string): string {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length
  const names = flag === "--limit" ? [flag, "-n"] : [flag]
  const own = argv.slice(0, end).filter((arg, i) => {
    const [name = ""] = arg.split(/=|(?<=^-n)(?=\d)/)
    return !names.includes(name) && !names.includes(argv[i - 1] ?? "")
  })
  const words = [...own, flag, value, ...argv.slice(end)].map(quoteText).join(" ")
  return words.replace(/(?<=--token[ =])\S+/, "<token>")
}
