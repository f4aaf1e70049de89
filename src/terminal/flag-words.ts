import { isRefusedByServer } from "../client/client-error.ts"
import { asSentence, UpnextError, type Issue } from "../errors.ts"
import { common } from "./common-flags.ts"

/** How a field is written on the command line (`--due-at`, `<title>`), and what it takes. */
export interface Spelling {
  readonly shown: string
  readonly description: string
}

/**
 * Rewrites a server's errors about fields in the words that were typed: `dueAt` becomes `--due-at`. Returns any other
 * thrown value unchanged.
 */
export function inFlagWords<E>(
  error: E,
  command: string,
  spell: (field: string) => Spelling | undefined,
): E | UpnextError {
  if (!(error instanceof UpnextError) || !isRefusedByServer(error) || !error.errors?.length) return error
  const spelled = error.errors.map((issue) => {
    const field = headOf(issue)
    const spelling = field === "Upnext-Actor" ? actor : spell(field)
    return { issue: { ...issue, path: spelling?.shown ?? issue.path }, spelling }
  })
  const issues = spelled.map(({ issue }) => issue)
  const [only] = spelled
  const isRule = error.facts.field !== undefined
  return new UpnextError(error.code, {
    detail: isRule ? error.message : sentenceOf(issues, listIn(error)),
    facts: error.facts,
    errors: issues,
    hint: isRule ? undefined : hintOn(command, issues.length === 1 ? only : undefined),
    cause: error,
  })
}

// --- internal ---

/** The header that says who acts. */
const actor: Spelling = { shown: "--agent", description: common["agent"]?.description ?? "" }

function headOf({ path }: Issue): string {
  return path.split(".")[0] ?? path
}

/** What the server's detail says behind its only problem: the names of all fields. */
function listIn({ message, errors = [] }: UpnextError): string {
  return errors.length === 1 ? (message.split(errors[0]?.message ?? "").at(-1) ?? "") : ""
}

function sentenceOf(issues: readonly Issue[], more: string): string {
  const said = issues.map(({ path, message, received }) => {
    const isEchoed = /^expected [^;]*$/.test(message) && ["string", "number"].includes(typeof received)
    const whole = isEchoed && received !== "" ? `${message}, not ${JSON.stringify(received)}` : message
    return path === "" || message.includes(`"${path}"`) ? whole : `${path}: ${whole}`
  })
  const shown = said.slice(0, 5).join("; ") + (said.length > 5 ? "; …" : "")
  return asSentence(`${said.length > 1 ? `${said.length} things are wrong: ` : ""}${shown}${more}`)
}

function hintOn(
  command: string,
  { spelling, issue }: { readonly spelling?: Spelling | undefined; readonly issue?: Issue } = {},
): string {
  const help = `\`upnext ${command} --help\` shows all its arguments and flags.`
  if (!spelling?.description) return help
  // What the error says of the range or the form need not be said twice.
  const numbers = issue?.message.match(/\d+/g) ?? []
  if (numbers.length > 1 && numbers.every((each) => spelling.description.includes(each))) return help
  return `${spelling.shown}: ${spelling.description}. ${help}`
}
