import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** How no text for people is worded, and a better wording. Labels of two or three words may begin with What. */
const rows: readonly (readonly [RegExp, string])[] = [
  [
    /(?<=^|[.!;:] )What (?!is up next)[^?.;]*(?:[.;]|(?<=\S+( \S+){3})$)/,
    "`Uncommitted work is …`: name the thing",
  ],
  [/(?<=^|[.!;:] )(?:Nobody|Somebody|Whose) [^?]*?(?:[.;]|$)/, "`T-1 has no holder`, `No work in progress`"],
  [/\bwhoever\b/i, "the holder, the assignee, the caller, an admin"],
  [/\bso many\b/i, "a limit, a capacity, `claims after which …`"],
  [/\bso long\b(?! ago)/i, "a time, `as long`"],
  [/\bis told\b/i, "is notified, is reported; `paused` says that …"],
  [/\bgoes by\b/i, "uses, follows"],
  [/\bcomes to\b/i, "goes to, reaches, results in"],
  [/\bother than it was\b/i, "changes, changed"],
  [/\bis not to be\b/i, "cannot be, must not be"],
]

test("no text for people holds a phrase that plain English words better", () => {
  const pages = ["README.md", "SECURITY.md", "CONTRIBUTING.md", ...filesIn("docs", /\.md$/)]
  const texts = [...filesIn("src", /\.tsx?$/).flatMap(textsOf), ...pages.flatMap(paragraphsOf)]
  expect(texts.length).toBeGreaterThan(5000)
  const wrong = texts.flatMap(({ file, text }) =>
    rows.flatMap(([phrase, better]) => {
      const found = phrase.exec(text)
      return found
        ? [`${file}: ${text.slice(Math.max(0, found.index - 40)).slice(0, 140)} (better: ${better})`]
        : []
    }),
  )
  expect(wrong).toEqual([])
})

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`)

const asLine = (file: string) => (text: string) => ({ file, text: text.replace(/\s+/g, " ").trim() })

/** The strings of a source file that have words, and the text between its tags; no comments. */
function textsOf(file: string): { file: string; text: string }[] {
  const code = readFileSync(file, "utf8").replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "")
  const strings = code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)
  const shown = code.matchAll(/>([^<>{}=;]{12,})</g)
  return [...strings, ...shown]
    .map(([, text, template]) => text ?? template ?? "")
    .filter((text) => / \S+ /.test(text))
    .map(asLine(file))
}

/** The paragraphs of a page and the points of its lists, without code. */
function paragraphsOf(file: string): { file: string; text: string }[] {
  const prose = readFileSync(file, "utf8")
    .replaceAll(/```[^]*?```/g, "")
    .replaceAll(/`[^`\n]*`/g, "`…`")
  return prose.split(/\n\n|\n\s*- /).map(asLine(file))
}
