import type { Git } from "./git.ts"
import { landingEnd, type LandingWork } from "./landing-work.ts"
import { nobody } from "./nobody.ts"
import type { Author } from "./uncommitted.ts"

/** What a landing is to say: the message of its commit, and who made it. */
export async function saidOf(
  git: Git,
  base: string,
  landing: LandingWork,
  from: string,
): Promise<{ message: string; author: Author | undefined }> {
  const own = await ownCommits(git, [landingEnd(landing), `^${base}`, `^${from}`])
  const isAll = landing.taken === undefined
  const reported = isAll ? own : await ownCommits(git, [landing.commit, `^${base}`, `^${from}`])
  return { message: messageOf(landing, [...own].reverse()), author: lastAuthor(reported) }
}

/** Commits without merges, each with these fields of git's format. */
export async function readLog(
  git: Git,
  fields: readonly string[],
  range: readonly string[],
): Promise<string[][]> {
  const format = `--format=${fields.join("%x00")}`
  const args = ["--no-merges", "--date=raw", "-z", format, "--end-of-options", ...range, "--"]
  const said = (await git.run(["log", ...plainly, ...args])).split("\0")
  const count = Math.floor(said.length / fields.length)
  return Array.from({ length: count }, (_, i) => said.slice(i * fields.length, (i + 1) * fields.length))
}

// --- internal ---

/** A log as it is, whatever the user has set up. */
const plainly = ["--no-show-signature", "--no-notes", "--no-color", "--no-decorate"]

const mostSubjects = 100
const mostOfBody = 8_000

type OwnCommit = Awaited<ReturnType<typeof ownCommits>>[number]

/** The commits that the base does not have, and never had, without merges of the base, the last one first. */
async function ownCommits(git: Git, range: readonly string[]) {
  const log = await readLog(git, ["%an", "%ae", "%ad", "%s", "%b", "%(trailers:only,unfold)"], range)
  return log.map(([name = "", email = "", date = "", subject = "", body = "", trailers = ""]) => ({
    author: { name, email, date: `@${date}` },
    subject: oneLine(subject),
    body: withoutTrailers(body, trailers),
    trailers: linesOf(trailers),
  }))
}

/**
 * The title, the id, and what the attempt's own commits say, in their order; at the end their trailers, such as
 * `Signed-off-by`, each once.
 */
function messageOf({ task, title }: LandingWork, own: readonly OwnCommit[]): string {
  const id = `T-${task}`
  const said = own.filter(({ subject }) => subject !== "" && subject !== `${id}: left uncommitted`)
  const more = said.length - mostSubjects
  const items = said.slice(0, mostSubjects).map(({ subject, body }) => `- ${subject}\n${indented(body)}`)
  const shown = [...items, ...(more > 0 ? [`- ${more} more\n`] : [])].join("")
  const trailers = [...new Set(said.flatMap((each) => each.trailers))]
  const end = trailers.length === 0 ? [] : [`${trailers.join("\n")}\n`]
  return [`${oneLine(title)} (${id})\n`, ...(shown === "" ? [] : [shown]), ...end].join("\n")
}

/** Who made the last commit, but for what was committed for somebody whom git did not know. */
function lastAuthor(own: readonly OwnCommit[]): Author | undefined {
  const author = own.map((each) => each.author).find(({ email }) => email !== nobody.email)
  // Git takes no author without a name.
  return author?.name.trim() === "" ? undefined : author
}

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
