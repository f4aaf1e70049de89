import type { OutputOf } from "../client/contract.ts"
import { placeText } from "../domain/wire/tasks/place.ts"
import { sayUnlanded } from "../domain/wire/enums.ts"
import { fence, quote } from "./fence.ts"

type ToldHandoff = NonNullable<OutputOf<"task.read">["handoff"]>

/** What happened to a task before, in lines; empty if nothing did. */
export function handoffText(handoff: ToldHandoff | null | undefined): string {
  if (!handoff) return ""
  const { attempts, expiries, lastAttempt, review, comments, checks = [], omitted, work, unlanded } = handoff
  const failed = attempts === 0 ? [] : [attempts === 1 ? "1 failed attempt" : `${attempts} failed attempts`]
  const ranOut = expiries === 0 ? [] : [expiries === 1 ? "1 claim expired" : `${expiries} claims expired`]
  const last = lastAttempt && [
    // Not "changes requested by": this is who did the work.
    `last by ${quote(lastAttempt.agent)}: ${lastAttempt.ended.replace("_", " ")}`,
    ...(lastAttempt.reason === null ? [] : [`because ${quote(lastAttempt.reason, 1000)}`]),
  ]
  const past = [...failed, ...ranOut, ...(last ?? [])]
  return [
    ...(past.length > 0 ? [`before: ${past.join("; ")}`] : []),
    ...(review
      ? [
          `changes requested by ${quote(review.reviewer)}:`,
          said(review.comment, review.reviewer),
          ...linesOf(review),
        ]
      : []),
    ...(work ? [workText(work)] : []),
    ...(unlanded ? [sayUnlanded(unlanded)] : []),
    ...checks.flatMap(({ check, status, counts, output = "", by }) => [
      `check ${quote(check, 64)}: ${status === "passed" && !counts ? "stale" : status.replace("_", " ")}`,
      said(output.slice(-mostOutput), by),
    ]),
    ...comments.flatMap(({ author, content, place, kind }) => [
      ...(kind ? [`${kind}:`] : []),
      ...(place ? [`at ${quote(placeText(place), 1100)}:`] : []),
      said(content, author),
    ]),
    ...(omitted > 0
      ? [omitted === 1 ? "1 more comment is left out." : `${omitted} more comments are left out.`]
      : []),
  ]
    .filter((each) => each !== "")
    .join("\n")
}

// --- internal ---

/** What is asked of single lines. A file may have any name, so it stands in quotes. */
function linesOf({ lines = [], linesOmitted = 0 }: NonNullable<ToldHandoff["review"]>): string[] {
  return [
    ...lines.flatMap(({ author, place, content }) => [
      `at ${quote(placeText(place), 1100)}:`,
      said(content, author),
    ]),
    ...(linesOmitted > 0 ? [`${linesOmitted} more line comments are left out.`] : []),
  ]
}

/** What the last attempt has left in a repository. Its names are data: an agent may have chosen them. */
function workText({
  branch,
  commit,
  files,
  landed,
  host,
  path,
  conflicts = [],
  url,
}: NonNullable<ToldHandoff["work"]>): string {
  const where =
    path === null || landed ? "" : ` in ${quote(path)}${host === null ? "" : ` on ${quote(host)}`}`
  const conflict =
    conflicts.length === 0 ? "" : `, in conflict with its base in ${quote(conflicts.join(", "))}`
  const state = landed ? `landed in ${quote(landed.base)}` : `not landed${conflict}`
  return `work: ${quote(branch)} at ${commit.slice(0, 7)}, ${files} files, ${state}${where}${url === undefined ? "" : `, pull request ${quote(url)}`}`
}

/** Of the output of a check so many characters are told, from its end. */
const mostOutput = 1000

function said(text: string | null, author: string): string {
  return text === null || text === "" ? "" : fence(text, author)
}
