import { type Git, parts } from "./git.ts"
import type { Author } from "./uncommitted.ts"

/** The title, the id, and the subjects of the attempt's own commits, in their order. */
export async function landMessage(
  git: Git,
  base: string,
  { task, title, commit }: { task: number; title: string; commit: string },
): Promise<string> {
  const id = `T-${task}`
  const listed = await git.run(["log", ...plainly, "-z", "--reverse", "--format=%s", ...ownOf(base, commit)])
  const subjects = parts(listed)
    .map(oneLine)
    .filter((subject) => subject !== "" && subject !== `${id}: left uncommitted`)
  const more = subjects.length - mostSubjects
  const shown = [...subjects.slice(0, mostSubjects), ...(more > 0 ? [`${more} more`] : [])]
  const body = shown.length === 0 ? "" : `\n${shown.map((subject) => `- ${subject}\n`).join("")}`
  return `${oneLine(title)} (${id})\n${body}`
}

/** Who made the last commit of the attempt. */
export async function lastAuthor(git: Git, base: string, commit: string): Promise<Author | undefined> {
  const format = "--format=%an%x00%ae%x00%ad"
  const said = await git.run([
    "log",
    ...plainly,
    "--max-count=1",
    "--date=raw",
    format,
    ...ownOf(base, commit),
  ])
  const [name = "", email = "", date = ""] = said.replace(/\n$/, "").split("\0")
  // Git takes no author without a name.
  return name.trim() === "" ? undefined : { name, email, date: `@${date}` }
}

/** A log as it is, whatever the user has set up. */
export const plainly = ["--no-show-signature", "--no-notes", "--no-color", "--no-decorate"]

// --- internal ---

const mostSubjects = 100

/** The commits that the base does not have, without merges of the base. */
const ownOf = (base: string, commit: string) => [
  "--no-merges",
  "--end-of-options",
  `${base}..${commit}`,
  "--",
]

function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
}
