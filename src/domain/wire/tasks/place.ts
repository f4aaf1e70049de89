import type { Side } from "../enums.ts"

/** A line of a file in a change. */
export interface LinePlace {
  /** Its path in the repository, with `/`. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** `old`: the file before the change; only a removed line needs this. */
  readonly side: Side
  /** The commit that was looked at; null: it is not known. */
  readonly commit: string | null
}

/** `src/a.ts:12`, as compilers and editors write it. */
export function placeText({ file, line, side }: Pick<LinePlace, "file" | "line" | "side">): string {
  return `${file}:${line}${side === "old" ? " (before the change)" : ""}`
}

/** Reads `src/a.ts:12`. A file name may contain colons, so the last colon counts. */
export function parsePlace(text: string): Pick<LinePlace, "file" | "line"> | undefined {
  const [, file, digits] = /^(.+):([1-9]\d{0,8})$/u.exec(text) ?? []
  return file === undefined ? undefined : { file, line: Number(digits) }
}

/** By file, then by line. */
export function comparePlaces(a: LinePlace, b: LinePlace): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line
}
