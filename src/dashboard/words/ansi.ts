import Anser, { type AnserJsonEntry } from "anser"

/** A piece of a line that looks the same from end to end. */
export interface OutputSpan {
  readonly text: string
  /** Names of classes, such as `ansi-red ansi-bold`; empty for plain text. */
  readonly look: string
}

export interface OutputLine {
  /** Counts the lines from the first that was read. */
  readonly n: number
  /** Without colours. */
  readonly text: string
  readonly spans: readonly OutputSpan[]
}

/**
 * Reads what a command prints, piece by piece, as lines with colours. It is a log and no screen: of a line that was
 * written over, the last text is shown, and the cursor does not move.
 * @param most so many lines are kept
 * @returns all lines that are kept, after a piece was added
 */
export function createOutputReader(most = 3000): (piece: string) => readonly OutputLine[] {
  // It knows the colours that are switched on.
  const state = new Anser()
  let lines: readonly OutputLine[] = []
  let count = 0
  let rest = ""
  return (piece) => {
    const [...whole] = (rest + piece).split("\n")
    rest = whole.pop() ?? ""
    const read = whole.map((line) => toLine(state, line, count++))
    lines = [...lines, ...read].slice(-most)
    if (rest === "") return lines
    // More of the last line may come, so the colours after it are not kept yet.
    const ahead = Object.assign(new Anser(), state, { decorations: [...decorationsOf(state)] })
    return [...lines, toLine(ahead, rest, count)]
  }
}

// --- internal ---

/* oxlint-disable no-control-regex -- escape sequences are what is looked for */
/** Whatever is no colour: titles and links (OSC), movements of the cursor (CSI), other escapes, and unfinished ones. */
const otherEscapes =
  /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|\u001b\[[0-?]*[ -/]*(?:[@-ln-~]|$)|\u001b(?!\[)[ -/]*(?:[0-~]|$)/g
const colours = /\u001b\[[\d;]*m/g
const controls = /[^\P{Cc}\t\u001b]|\p{Bidi_Control}/gu
/* oxlint-enable no-control-regex */

/** Selects the usual font and so changes nothing. The parser takes the text before the first escape as plain. */
const sameAsBefore = "\u001b[10m"

function toLine(state: Anser, raw: string, n: number): OutputLine {
  const spans = state
    .ansiToJson(sameAsBefore + overwritten(raw).replace(otherEscapes, "").replace(controls, ""), {
      json: true,
      remove_empty: true,
    })
    .map((entry) => ({ text: entry.content, look: lookOf(entry) }))
  return { n, text: spans.map(({ text }) => text).join(""), spans }
}

/** The text after the last carriage return, with the colours that were switched on before it. */
function overwritten(line: string): string {
  const parts = line.replace(/\r+$/, "").split("\r")
  const last = parts.pop() ?? ""
  return parts.flatMap((part) => part.match(colours) ?? []).join("") + last
}

function decorationsOf(state: Anser): readonly string[] {
  return (state as unknown as { decorations: readonly string[] }).decorations
}

function lookOf({ fg, bg, decorations }: AnserJsonEntry): string {
  const looks = new Set<string>(decorations.filter((each) => each !== "blink").map((each) => `ansi-${each}`))
  // On a coloured ground every other colour would be hard to read.
  if (bg) looks.add(`ansi-on-${nameOf(bg)}`)
  else if (fg) looks.add(`ansi-${nameOf(fg)}`)
  return [...looks].join(" ")
}

/** The colours that a theme has. Each is legible there, which cannot be said of the colour that was printed. */
const hues = [
  ["red", 0],
  ["yellow", 60],
  ["green", 120],
  ["cyan", 180],
  ["blue", 240],
  ["magenta", 300],
  ["red", 360],
] as const

/** @param rgb such as `187, 0, 0` */
function nameOf(rgb: string): string {
  const [red = 0, green = 0, blue = 0] = rgb.split(",").map(Number)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const range = most - least
  if (range < 40) return most > 140 ? "white" : "grey"
  const sector =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  const hue = sector * 60
  const [name] = hues.reduce((best, each) =>
    Math.abs(each[1] - hue) < Math.abs(best[1] - hue) ? each : best,
  )
  return name
}
