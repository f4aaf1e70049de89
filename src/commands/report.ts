import { errors, toProblem, UpnextError, type Problem } from "../errors.ts"
import { line, note, printJson, style } from "./output.ts"

/** Says what went wrong: a line and a hint on standard error, or the problem document. Sets the exit status. */
export function report(error: unknown, isJson: boolean): void {
  const known = error instanceof UpnextError ? error : unexpected(error)
  process.exitCode = errors[known.code].exit
  if (isJson) return printJson("problem" in known ? known.problem : toProblem(known))
  note(`${style.red("error")} ${line(known.message)}${issuesOf(known)}`)
  note(`${style.dim("hint")}  ${line(hintOf(known))}`)
}

// --- internal ---

/** Where the hint is the table's own, and speaks of HTTP, the command line's. */
function hintOf({ code, hint }: UpnextError): string {
  const isHttp = hint === errors[code].hint || /\b(GET|POST|PATCH|PUT|DELETE) |\bSend /.test(hint)
  return isHttp ? (hints[code] ?? hint) : hint
}

/** The table's hints speak of HTTP; these, where that differs, of the command line. */
const hints: Partial<Record<Problem["code"], string>> = {
  invalid_input: "`--help` after the command shows what it takes.",
  not_found: "Is it an Upnext server of another version? `upnext status` says.",
  unauthorized: "Set UPNEXT_TOKEN, or add --token. The server showed it at its first start.",
  task_not_found: "`upnext task list` shows the tasks there are.",
  task_deleted: "`upnext task list` shows the tasks there are.",
  task_taken:
    "Ask for another: `upnext task claim`. A person may always take it back: `upnext task edit <id> --status todo`.",
  task_not_ready: "Ask for one that can be started: `upnext task claim`.",
  invalid_transition:
    "`upnext task show <id>` shows where it is. `upnext task claim <id>` takes it, `upnext task edit <id> --status …` moves it.",
  lease_lost: "Stop working on it, and claim it again if it is still to be done: `upnext task claim <id>`.",
  agent_not_found: "`upnext agent list` shows who there is.",
  agent_paused:
    "What is being done may be finished. `upnext agent resume <name>` ends the pause, `upnext team resume` that of the whole team.",
  agent_busy: "Let it finish, or take its tasks back: `upnext task edit <id> --status todo`; then try again.",
  version_mismatch: "`upnext task show <id>` shows what changed; then try again with its version.",
  review_required:
    "`upnext task done <id>` sends it to review; anyone but the one who did it may then `upnext task review <id> approve`.",
  reflection_required:
    'Add --reflection "what was learned", or, if there is nothing to learn from it, exempt it: `upnext task edit <id> --data \'{"metadata":{"reflection_exempt":true}}\'`.',
}

/** What the message has not told already. */
function issuesOf({ message: detail, errors: issues }: UpnextError): string {
  const told = (issues ?? []).filter(
    ({ message, path }) => !detail.includes(message) && !detail.includes(path),
  )
  if (told.length === 0) return ""
  return ` ${told.map(({ path, message }) => line(`${path} ${message}`)).join("; ")}`
}

/** A defect of ours: its text, but never a stack trace, unless UPNEXT_DEBUG asks for one. */
function unexpected(error: unknown): UpnextError {
  if (process.env.UPNEXT_DEBUG && error instanceof Error) note(error.stack ?? error.message)
  const detail = error instanceof Error ? error.message : String(error)
  return new UpnextError("internal", {
    detail: `This should not have happened: ${detail}`,
    hint: "UPNEXT_DEBUG=1 shows where; please report it.",
    cause: error,
  })
}
