import { type Git, parts } from "./git.ts"
import { landingEnd, type LandingWork } from "./landing-work.ts"
import { nobody } from "./nobody.ts"
import type { Author } from "./uncommitted.ts"

/**
 * The title, the id, and what the attempt's own commits say, in their order; at the end their trailers, such as
 * `Signed-off-by`, each once.
 */
export async function landMessage(
  git: Git,
  base: string,
  landing: LandingWork,
  from: string,
): Promise<string> {
  const id = `T-${landing.task}`
  const format = "--format=%s%x1e%b%x1e%(trailers:only,unfold)"
  const listed = await git.run(["log", ...plainly, "-z", "--reverse", format, ...ownOf(base, landing, from)])
  const said = parts(listed)
    .map((text) => text.split("\x1e"))
    .map(([subject = "", body = "", trailers = ""]) => ({
      subject: oneLine(subject),
      body: withoutTrailers(body, trailers),
      trailers: linesOf(trailers),
    }))
    .filter(({ subject }) => subject !== "" && subject !== `${id}: left uncommitted`)
  const more = said.length - mostSubjects
  const items = said.slice(0, mostSubjects).map(({ subject, body }) => `- ${subject}\n${indented(body)}`)
  const shown = [...items, ...(more > 0 ? [`- ${more} more\n`] : [])].join("")
  const trailers = [...new Set(said.flatMap((each) => each.trailers))]
  const end = trailers.length === 0 ? [] : [`${trailers.join("\n")}\n`]
  return [`${oneLine(landing.title)} (${id})\n`, ...(shown === "" ? [] : [shown]), ...end].join("\n")
}

/** Who made the last commit of the attempt, but for what was committed for somebody whom git did not know. */
export async function lastAuthor(
  git: Git,
  base: string,
  landing: LandingWork,
  from: string,
): Promise<Author | undefined> {
  const format = "--format=%an%x1e%ae%x1e%ad"
  const own = ownOf(base, { ...landing, taken: undefined }, from)
  const listed = parts(await git.run(["log", ...plainly, "-z", "--date=raw", format, ...own]))
  const authors = listed.map((text) => text.split("\x1e"))
  const [name = "", email = "", date = ""] = authors.find(([, address]) => address !== nobody.email) ?? []
  // Git takes no author without a name.
  return name.trim() === "" ? undefined : { name, email, date: `@${date}` }
}

/** A log as it is, whatever the user has set up. */
export const plainly = ["--no-show-signature", "--no-notes", "--no-color", "--no-decorate"]

// --- internal ---

const mostSubjects = 100
const mostOfBody = 8_000

/** The commits that the base does not have, and never had, without merges of the base. */
const ownOf = (base: string, landing: LandingWork, from: string) => [
  "--no-merges",
  "--end-of-options",
  landingEnd(landing),
  `^${base}`,
  `^${from}`,
  "--",
]

/** Git takes the last paragraph for trailers. */
function withoutTrailers(body: string, trailers: string): string {
  const own = trailers.trim() === "" ? body : body.trimEnd().replace(/(?:^|\n[ \t]*\n)(?:.+\n?)+$/, "")
  return own.trim().slice(0, mostOfBody)
}

/** Lines that begin further in are no trailers of the commit that lands. */
function indented(body: string): string {
  if (body === "") return ""
  const lines = body.split("\n").map((text) => shownLine(text).trimEnd())
  return `\n${lines.map((text) => (text === "" ? "\n" : `  ${text}\n`)).join("")}\n`
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .map(oneLine)
    .filter((each) => each !== "")

const shownLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")

function oneLine(text: string): string {
  return shownLine(text).replace(/\s+/g, " ").trim()
}
