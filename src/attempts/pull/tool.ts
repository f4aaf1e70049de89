import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { UpnextError } from "../../errors.ts"
import { line } from "../../terminal/output.ts"
import { environmentWithout } from "../processes/own-environment.ts"

/** The programs of GitHub and GitLab, which hold the user's tokens. */
export type ForgeTool = "gh" | "glab"

export interface ToolAnswer {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

export interface ForgePlace {
  /** The host that it is to talk to. */
  readonly host: string
  readonly env: NodeJS.ProcessEnv
  readonly signal?: AbortSignal | undefined
  readonly directory?: string | undefined
}

/** Why the tool could not be asked: reasons for which it is asked again later, for all tasks. */
export type ToolTrouble = "missing" | "logged_out" | "limited" | "away"

/**
 * Runs one of the tools: never through a shell, with its arguments as a list, and never interactively.
 * @throws pull_failed, with `trouble` if the tool cannot be used for now
 */
export async function runTool(
  tool: ForgeTool,
  args: readonly string[],
  { host, env, signal, directory }: ForgePlace,
): Promise<ToolAnswer> {
  const running = run(tool, [...args], {
    ...{ env: toolEnvironment(env, host), timeout: mostMs, maxBuffer: mostBytes, windowsHide: true },
    ...(directory !== undefined && { cwd: directory }),
    ...(signal && { signal }),
  })
  running.child.stdin?.end()
  const answer = await running.then(
    ({ stdout, stderr }) => ({ exit: 0, stdout, stderr }),
    (error: unknown) => answerOf(tool, error as FailedRun),
  )
  if (answer.exit === 0) return answer
  const trouble = troubleIn(answer)
  if (trouble === undefined) return answer
  const said = lastLine(answer.stderr) || lastLine(answer.stdout)
  throw failTool(
    trouble,
    `\`${tool}\` failed for ${host}: ${said}`,
    hints[trouble].replace("TOOL", tool).replace("HOST", host),
  )
}

/** @throws pull_failed */
export function failTool(trouble: ToolTrouble | undefined, detail: string, hint: string): UpnextError {
  return new UpnextError("pull_failed", { detail, hint, facts: trouble ? { trouble } : {} })
}

/** Translates a state into Upnext's terms. @throws pull_failed for an unknown state, so that no state is invented */
export function stateIn<S>(states: Readonly<Record<string, S>>, state: string, what: string): S {
  const known = Object.hasOwn(states, state) ? states[state] : undefined
  if (known !== undefined) return known
  throw failTool(
    undefined,
    `Upnext does not know this state of ${what}: ${JSON.stringify(state)}.`,
    "Check it by hand.",
  )
}

/** The tool's output as JSON; empty output is an empty list. @throws pull_failed */
export async function askTool(
  tool: ForgeTool,
  args: readonly string[],
  place: ForgePlace,
  what: string,
): Promise<unknown> {
  const { exit, stdout, stderr } = await runTool(tool, args, place)
  if (exit !== 0)
    throw failTool(undefined, `\`${tool}\` failed for ${what}: ${lastLine(stderr)}`, "Check that it exists.")
  try {
    return JSON.parse(stdout.trim() || "[]") as unknown
  } catch {
    throw failTool(undefined, `The answer about ${what} is not JSON.`, "Check it by hand.")
  }
}

/** The last line that says something. */
export function lastLine(text: string): string {
  return line(text.trim().split("\n").at(-1) ?? "").slice(0, 300)
}

// --- internal ---

const run = promisify(execFile)

const mostMs = 60_000
const mostBytes = 16 * 1024 * 1024

const install: Readonly<Record<ForgeTool, string>> = {
  gh: "Install it, for example from https://cli.github.com, and log in: `gh auth login`.",
  glab: "Install it, for example from https://gitlab.com/gitlab-org/cli, and log in: `glab auth login`.",
}

const hints: Readonly<Record<Exclude<ToolTrouble, "missing">, string>> = {
  logged_out: "Log in: `TOOL auth login --hostname HOST`.",
  limited: "Upnext will try again later.",
  away: "Upnext will try again.",
}

/** The error with which `execFile` rejects: `code` is the exit status, or names the problem if there was none. */
interface FailedRun extends Error {
  readonly code?: number | string | null
  readonly killed?: boolean
  readonly stdout?: string
  readonly stderr?: string
}

function answerOf(tool: ForgeTool, error: FailedRun): ToolAnswer {
  const { code, killed, stdout = "", stderr = "" } = error
  if (code === "ENOENT") throw failTool("missing", `\`${tool}\` is not installed.`, install[tool])
  if (killed === true)
    throw failTool("away", `\`${tool}\` did not finish within a minute.`, "Upnext will try again.")
  if (typeof code !== "number")
    throw failTool(undefined, `\`${tool}\` was stopped: ${error.message}`, "Run the command again.")
  return { exit: code, stdout, stderr }
}

/**
 * Recognized by the tool's own messages, not by the names of checks and reviews, which may be anything; for gh also
 * by exit status 4 (its manual, "exit codes").
 */
function troubleIn({ exit, stderr: said }: ToolAnswer): Exclude<ToolTrouble, "missing"> | undefined {
  if (/rate limit|HTTP 429|too many requests/i.test(said)) return "limited"
  if (exit === 4 || /auth login|HTTP 401|bad credentials|401 unauthorized/i.test(said)) return "logged_out"
  if (
    /error connecting|no such host|connection refused|timed? ?out|HTTP 5\d\d|network is unreachable/i.test(
      said,
    )
  )
    return "away"
  return undefined
}

/**
 * Disables questions, colours and update checks. A token in a variable that applies to any host is passed on only
 * for the host that the user's own settings name, because the URL comes from the board.
 */
function toolEnvironment(env: NodeJS.ProcessEnv, host: string): NodeJS.ProcessEnv {
  const named = [env["GH_HOST"], env["GITLAB_HOST"], env["GL_HOST"]].flatMap(
    (each) => each?.replace(/^https?:\/\//, "") ?? [],
  )
  const isUnnamed = env["GITLAB_HOST"] === undefined && env["GL_HOST"] === undefined
  const isOwn = named.includes(host) || (isUnnamed && host === "gitlab.com")
  const anyHost = /^(?:GH|GITHUB)_ENTERPRISE_TOKEN$|^GITLAB_(?:ACCESS_)?TOKEN$|^OAUTH_TOKEN$/
  const others = /^(?:UPNEXT_.*|GH_FORCE_TTY|CLICOLOR_FORCE|GH_DEBUG|DEBUG)$/
  return {
    ...environmentWithout(others, env),
    ...(!isOwn &&
      Object.fromEntries(
        Object.keys(env)
          .filter((name) => anyHost.test(name))
          .map((name) => [name, undefined]),
      )),
    GH_PROMPT_DISABLED: "1",
    GH_NO_UPDATE_NOTIFIER: "1",
    GLAB_CHECK_UPDATE: "false",
    NO_PROMPT: "1",
    NO_COLOR: "1",
    GIT_TERMINAL_PROMPT: "0",
  }
}
