import type { OutputOf } from "../../client/contract.ts"
import { cutText } from "../../domain/wire/excerpt.ts"
import { placeText } from "../../domain/wire/tasks/place.ts"
import { sayUnlanded } from "../../domain/wire/enums.ts"
import { line, style } from "../output.ts"
import { ago } from "../show-time.ts"
import { stateWords } from "./task-checks.ts"
import { indented } from "../wrap.ts"
import { workPlace, workText } from "./work.ts"

export type ShownHandoff = NonNullable<OutputOf<"task.claim">["handoff"]>

interface Talk {
  readonly id: string
  readonly author: string
  readonly content: string
  readonly at: string
  /** Default: a comment. */
  readonly kind?: "question" | "answer" | undefined
  /** The question. */
  readonly answers?: string | undefined
  readonly place?: Parameters<typeof placeText>[0] | undefined
}

/** What happened to a task before, as lines below it. `rest` is the command that shows what is left out here. */
export function handoffLines(handoff: ShownHandoff | null | undefined, rest: string): string[] {
  if (!handoff) return []
  const { comments, omitted, unlanded } = handoff
  const isCut = comments.some(({ cut }) => cut === true)
  const all = [omitted > 0 ? `${omitted} more` : "", isCut ? "the whole text" : ""].filter(Boolean).join(", ")
  return [
    ...pastLines(handoff, mostCharacters, rest),
    ...workLines(handoff),
    ...(unlanded ? [`  ${sayUnlanded(unlanded)}`] : []),
    ...talkLines(comments),
    ...(all === "" ? [] : [`  ${style.dim(`${all}: ${rest}`)}`]),
  ]
}

/** How the last attempt ended, and what its review says, at most `most` characters (UTF-16 units). */
export function pastLines(handoff: ShownHandoff, most = Infinity, rest = ""): string[] {
  return [...attemptLines(handoff, most, rest), ...(handoff.checks ?? []).flatMap(checkLines)]
}

export function talkLines(talk: readonly Talk[]): string[] {
  const answered = new Set(talk.map(({ answers }) => answers))
  return talk.flatMap(({ id, author, content, at, kind = "comment", place }) => [
    `  ${kind} by ${style.cyan(line(author))}${place ? ` at ${style.bold(line(placeText(place)))}` : ""}, ${ago(at)}${kind === "question" && !answered.has(id) ? ", not answered" : ""}:`,
    ...indented(content, 4),
  ])
}

// --- internal ---

function attemptLines({ lastAttempt, review }: ShownHandoff, most: number, rest: string): string[] {
  const lines =
    lastAttempt && !(review && lastAttempt.ended === "changes_requested") ? [ended(lastAttempt)] : []
  if (!review) return lines
  const words = review.comment ?? ""
  const shown = cutText(words, most)
  const onLines = lineComments(review)
  return [
    ...lines,
    `  review by ${style.yellow(line(review.reviewer))}, ${ago(review.at)}: asks for changes${words + onLines.join("") === "" ? ", without a reason" : ""}`,
    ...(words === "" ? [] : indented(shown, 4)),
    ...(shown === words ? [] : [`  ${style.dim(`the whole review: ${rest}`)}`]),
    ...onLines,
    ...(review.linesOmitted === undefined
      ? []
      : [`    ${style.dim(`${review.linesOmitted} more on lines: ${rest}`)}`]),
  ]
}

/** What a check came to last, with the end of what it printed where it did not pass. */
function checkLines({ check, status, counts, summary, output }: NonNullable<ShownHandoff["checks"]>[number]) {
  const how =
    status === "passed" && !counts ? `${stateWords.stale}, though it had passed` : stateWords[status]
  const tail = output?.split("\n").slice(-mostLines).join("\n") ?? ""
  return [
    `  check ${style.cyan(line(check))} ${how}: ${style.dim(line(summary))}`,
    ...(tail === "" ? [] : indented(tail, 4)),
  ]
}

/** Of the output of a check so many lines are shown. */
const mostLines = 20

/** What the last attempt has left in a repository. */
function workLines({ work }: ShownHandoff): string[] {
  if (!work) return []
  const place = workPlace(work)
  return [`  work: ${workText(work)}`, ...(place === "" ? [] : [`    ${style.dim(`in ${place}`)}`])]
}

/** At most so many characters of a review are shown, as of all comments together. */
const mostCharacters = 4000

/** What is asked of single lines, each below its `file:line`. Of another than the reviewer it says whose words it is. */
function lineComments({ reviewer, lines = [] }: NonNullable<ShownHandoff["review"]>): string[] {
  return lines.flatMap(({ author, place, content }) => [
    `    ${style.bold(line(placeText(place)))}${author === reviewer ? "" : ` (${line(author)})`}`,
    ...indented(content, 6),
  ])
}

function ended({ agent, ended: how, reason, at }: NonNullable<ShownHandoff["lastAttempt"]>): string {
  const who = style.cyan(line(agent))
  const said = {
    failed: `${who} failed`,
    released: `${who} gave it back`,
    expired: `${who}'s claim expired`,
    changes_requested: `${who} finished it, but changes were requested`,
    revoked: `it was taken back from ${who}`,
  }[how]
  return `  last time: ${said}, ${ago(at)}${reason === null ? "" : `: ${line(reason)}`}`
}
