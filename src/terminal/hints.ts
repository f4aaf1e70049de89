import { isRefusedByServer } from "../client/client-error.ts"
import { portOf } from "../home/url.ts"
import type { RunningServer } from "../home/running.ts"
import {
  errors,
  plainHints,
  type ErrorCode,
  type FaceHints,
  type Facts,
  type UpnextError,
} from "../errors.ts"
import { databaseHints } from "./database-hints.ts"
import { homeHint, otherPlaces } from "./home-hints.ts"
import { fieldHints } from "./field-hints.ts"
import { atPlace, commandPlace } from "./place.ts"
import { ago } from "./show-time.ts"
import { decides, goesOn, reopens, restores, saysLater } from "./task-ways.ts"
import { asTyped, homeArgument, quote, word } from "./typed.ts"
import { settingsDirectory } from "./working-directory.ts"

/**
 * Says what a person can type or do about an error. The server's own hint is about HTTP requests, so it is shown only if
 * the code is unknown here, because the server is newer.
 */
export function hintOf(error: UpnextError): string {
  return asTypedHere(hintIn(error))
}

/** A hint with the commands in it as they are typed in a new shell, wherever that is. */
export function asTypedHere(hint: string): string {
  const { argv, env } = process
  return asTyped(atPlace(hint, commandPlace(argv.slice(2), env, settingsDirectory())))
}

export function hintFor(code: ErrorCode, facts: Facts = {}): string {
  const hint: CliHint = { ...plainHints, ...hints }[code]
  return typeof hint === "string" ? hint : hint(facts)
}

// --- internal ---

function hintIn(error: UpnextError): string {
  if (!isRefusedByServer(error)) return error.hint ?? hintFor(error.code, error.facts)
  const { code, facts } = error.problem
  return Object.hasOwn(errors, code) ? hintFor(code, facts) : error.hint
}

type CliHint = string | ((facts: Facts) => string)

const another = "`upnext claim` takes another task"
const listTasks = "`upnext list` lists the tasks."
const otherVersion = "The server may run another version: `upnext status` shows which."

/** Hints for codes that have no hint for every interface, or for which a shell has a better hint. */
const hints: FaceHints<CliHint> = {
  invalid_input: ({ field = "", task = "<id>", restorableUntil }) =>
    (restorableUntil === undefined ? undefined : restores(task)) ??
    fieldHints[field]?.replaceAll("<id>", task) ??
    "Correct the named value; `--help` after the command shows which values are accepted.",
  unauthorized: ({ proof }) =>
    proof === "home"
      ? "No token was given, so the data directory's key was tried. Name the server's data directory with --home, or use a token: UPNEXT_TOKEN, --token, or `upnext login`."
      : "Set UPNEXT_TOKEN, add --token, or store a token with `upnext login`. An admin creates tokens with `upnext token create --name <name>`.",
  not_allowed: ({ needs, person }) =>
    person === true
      ? "Let a person decide, with a token of their own."
      : `Use a token with the role ${needs ?? "named above"}, or ask someone who has such a token.`,
  needs_home:
    "Run the command on the server's machine, as the user who owns its data directory; there, `upnext token create --name <name>` creates the first token.",
  actor_mismatch: ({ agent, field = "" }) =>
    fieldHints[field] ?? `Act as ${agent ?? "the token's agent"}: use --agent or UPNEXT_AGENT.`,
  forbidden_host:
    "Use localhost or an IP address in --url, or add the name to `allowedHosts` in the server's config.",
  not_found: otherVersion,
  task_not_found: listTasks,
  account_not_found: "`upnext account list` lists the accounts.",
  token_not_found: "`upnext token list` lists the tokens.",
  account_exists: ({ account }) =>
    `Choose another name, or change the account: \`upnext account edit ${account === undefined ? "NAME" : word(account)}\`.`,
  too_many_attempts: "Wait a minute, then use a valid token.",
  token_required:
    "Add `--first-token` to create a token (shown once), or `--no-auth` to let anyone who can reach the server do everything.",
  agent_not_found: "`upnext agent list` lists the agents.",
  attachment_not_found: ({ task = "<id>" }) => `\`upnext files ${task}\` lists the files of the task.`,
  moment_not_found: "Choose another point in time, or leave --at out.",
  method_not_allowed: otherVersion,
  request_timeout: "Try again; `upnext status` shows the state of the server.",
  task_taken: ({ task = "<id>", status, otherSession, silent, heardAt }) =>
    otherSession
      ? silent
        ? `Another session of the same agent holds the task; it was last heard from ${heardAt == null ? "long ago" : ago(heardAt)}. If that session has ended: \`upnext claim ${task} --take-over\`.`
        : `Another session of the same agent is working on the task. If that session is yours, name it with --session. ${another}.`
      : status === "todo"
        ? `${another}. A person may offer the task to all agents: \`upnext edit ${task} --assignee unassigned\`.`
        : `${another}. A person may take the task back (\`upnext edit ${task} --status todo\`) or finish it (\`--status done\`).`,
  agent_busy: ({ tasks }) => {
    const [task = "<id>"] = Array.isArray(tasks) ? (tasks as string[]) : []
    return `Let the agent finish, or put its tasks back: \`upnext edit ${task} --status todo\`. Then try again.`
  },
  task_not_ready: ({ task = "<id>", status, ...facts }) => {
    if (status === "done" || status === "cancelled" || status === "blocked")
      return `${reopens(task, status)} ${another}.`
    if (status === "review") return `${decides(task, facts)} ${another}.`
    if (Array.isArray(facts["unlanded"]))
      return `\`upnext land ${facts["unlanded"][0]}\` lands that work. ${another}.`
    if (facts["notBefore"] !== undefined)
      return `\`upnext edit ${task} --not-before ""\` lets the task start now. ${another}.`
    if (Array.isArray(facts["blockedBy"])) return `Finish ${facts["blockedBy"][0]} first. ${another}.`
    if (facts["readyAt"] !== undefined) return `\`upnext retry ${task}\` offers the task now. ${another}.`
    return `${another}.`
  },
  resource_taken: ({ closedUntil, resource: name = "<name>" }) =>
    closedUntil === undefined
      ? `${another}.`
      : `A person may open the resource: \`upnext resource open ${word(name)}\`.`,
  not_able: ({ agent = "<name>", skills: [skill = "<skill>"] = [] }) =>
    `${another}. If ${agent} has this skill, record that: \`upnext agent describe ${word(agent)} --skill ${word(skill)}\`.`,
  lease_lost: ({ task = "<id>", status, holder }) => {
    if (typeof holder === "string") return `Stop working on the task: ${holder} holds it now. ${another}.`
    if (status === "done" || status === "cancelled" || status === "review")
      return `Stop working on the task: nothing is left to do. ${another}.`
    return `Stop working on the task until you have claimed it again: \`upnext claim ${task}\`.`
  },
  invalid_transition: ({ task = "<id>", status, ...facts }) => {
    if (Array.isArray(facts.unsaid)) return saysLater(task, facts.unsaid as string[])
    if (status === "done" || status === "cancelled" || status === "blocked") return reopens(task, status)
    if (status === "review") return decides(task, facts)
    if (facts["isUnfinished"] === true)
      return `Nothing can be reviewed before the task is finished: \`upnext show ${task}\`.`
    if (status === "todo")
      return `First claim the task: \`upnext claim ${task}\`. A person may move it without a claim: \`upnext edit ${task} --status done\`.`
    return `\`upnext show ${task}\` shows its status; \`upnext edit ${task} --status todo\` changes it.`
  },
  review_required: ({ task = "<id>", status, ...facts }) =>
    status === "review"
      ? decides(task, facts)
      : `\`upnext done ${task}\` sends the task to review. Anyone except the agent that did the work may then decide: \`upnext review ${task} approve\`.`,
  reflection_required: ({ task = "<id>" }) =>
    `Add --lesson "what was learned". If there was nothing to learn from the task, say why: \`upnext done ${task} --no-lesson "why"\`.`,
  criteria_unmet: ({ task = "<id>", criteria }) => {
    const [first = "<criterion>"] = Array.isArray(criteria) ? (criteria as string[]) : []
    return `Meet the criteria, then report that: \`upnext done ${task} --met ${quote(first)} --evidence "what shows it"\`, with one --met for each.`
  },
  check_required: ({ task = "<id>", check = "<check>" }) =>
    // A name that begins with a dash would be read as a flag.
    `Run the check in the repository: \`upnext verify ${task}${check.startsWith("-") ? "" : ` ${quote(check)}`}\`.`,
  checks_unmet: ({ task = "<id>" }) =>
    `Make the checks pass: \`upnext verify ${task}\` runs them in the repository. Files that changed after a check ran must be verified again.`,
  dependency_cycle: ({ task = "<id>" }) =>
    `Leave out one link of the cycle. \`upnext edit ${task} --blocked-by ""\` removes the task's dependencies, \`--parent ""\` its parent.`,
  idempotency_mismatch: "Run the command again: it uses a new key each time.",
  undo_blocked: goesOn,
  import_not_found: "The import may belong to another board.",
  import_open: "Wait until that import has ended. If it was interrupted, the same command resumes it.",
  import_not_open: "Run the command again: it starts another import.",
  nothing_to_undo: "`upnext undo --list` shows what you did, and what was undone.",
  task_deleted: ({ task = "<id>", restorableUntil }) =>
    `${restorableUntil === undefined ? "" : `${restores(task)} `}\`upnext history ${task}\` shows who deleted the task, and when.`,
  version_mismatch: ({ task = "<id>" }) =>
    `\`upnext show ${task}\` shows what changed. Then try again with --if-version and the task's new version.`,
  body_too_large: ({ most }) =>
    typeof most === "number"
      ? "Send a smaller file, or ask an admin to raise `attachments.maxBytes`."
      : "Make it shorter: a single text may be up to 64 KiB, all texts together up to 1 MiB.",
  unsupported_media_type: otherVersion,
  expectation_failed: otherVersion,
  other_home: ({ home, url, freePort }) =>
    typeof home === "string" && typeof url === "string" && typeof freePort === "number"
      ? `Start the server for this data directory: ${typed(`start${homeArgument(home)} --port ${freePort}`)}. If you mean the other server, add --url ${quote(url)}.`
      : "Name the server that you mean with --url.",
  headers_too_large: "Shorten the query: all its flags together may take up to 16 KiB.",
  transfer_coding_unsupported: otherVersion,
  unavailable: "Try again in a moment; `upnext status` shows the state of the server.",
  too_many_files:
    "Try again in a moment. If the problem persists, start the server with a higher `ulimit -n`.",
  too_many_streams: "End some running `upnext events` or `upnext export` commands, or try again later.",
  storage_failed: ({ part }) =>
    otherPlaces[String(part)] ??
    "Run `upnext doctor`, repair the disk, and restart the server. Reading still works.",
  storage_unreachable: "Check that the database is running and that the server can reach it, then try again.",
  not_caught_up: "Try again in a moment; `upnext status` shows the state of the server.",
  memory_full:
    "Start the server with more memory: NODE_OPTIONS=--max-old-space-size=4096. Deleted tasks use memory for another 30 days.",
  attachments_full:
    "`upnext files <id>` lists a task's files; the files of tasks in the trash still count for 30 days.",
  storage_full: "Free some space, and run the same command again.",
  storage_damaged: ({ part, isDiagnosis }) => {
    if (part === "checkpoint")
      return "You do not have to do anything: the next start rebuilds the board from the journal."
    if (part === "key")
      return "Restore the file from a backup. If there is none, remove the file; tasks that are held must then be claimed again."
    if (part === "backup") return "Nothing was changed. Make another backup."
    if (isDiagnosis === true) return "Nothing was changed. Restore the named file from a backup."
    return "Nothing was changed. `upnext doctor` checks every line; restore the named file from a backup."
  },
  memory_too_small: ({ suggested }) =>
    `Start the server with more memory: \`NODE_OPTIONS=--max-old-space-size=${typeof suggested === "number" ? suggested : 4096} upnext start\`. Deleted tasks use memory for 30 days unless they are deleted with \`delete T-1 --for-good\`.`,
  settings_differ:
    "Remove these settings: the board's settings apply to every server. To change the board's settings, stop all its servers and start one with --reconfigure.",
  board_exists: ({ part }) => {
    const others: Record<string, string> = {
      backup: "name, or add --force",
      restore: "directory with --home",
    }
    return `Nothing is overwritten: choose another ${others[String(part)] ?? "directory, or another board with --board"}.`
  },
  board_missing: "Check that --home, UPNEXT_HOME, --database and --board name the board that you mean.",
  board_in_use: "Stop these servers first. A crashed server still counts as running for 15 seconds.",
  home_not_writable: homeHint,
  ...databaseHints,
  home_locked: ({ home, server, isSilent }) => {
    const at = typeof home === "string" ? homeArgument(home) : ""
    const { pid } = (server ?? {}) as { readonly pid?: number }
    if (isSilent === true && pid !== undefined) return wakes(pid)
    return `${typed(`open${at}`)} opens the server's dashboard, ${typed(`stop${at}`)} stops the server. For another board, choose another directory with --home.`
  },
  address_unavailable:
    "Choose an address with --host: 127.0.0.1 for this machine only, 0.0.0.0 for all its networks; or choose another --port.",
  port_taken: "Choose another port with --port. `upnext doctor` shows what is using the taken port.",
  work_changed: ({ task = "<id>" }) => `\`upnext show ${task}\` shows the task's work as it is now.`,
  tree_unfit: "Name another place for the trees: `upnext claim --worktree --trees <directory>`.",
  unreachable: ({ home, server, isSilent, isDiagnosis }) => {
    const at = typeof home === "string" ? homeArgument(home) : ""
    const { pid, url, database, board } = (server ?? {}) as Partial<NonNullable<RunningServer["holder"]>>
    if (isSilent === true && pid !== undefined) return wakes(pid)
    const where = [
      database === undefined ? "" : ` --database ${quote(database)}`,
      board === undefined || database === undefined ? "" : ` --board ${quote(board)}`,
      url === undefined ? "" : ` --port ${portOf(url)}`,
    ].join("")
    const start = `Start the server with ${typed(`start${at}${where}`)}`
    return isDiagnosis === true
      ? `${start}.`
      : `${start}, or look for the cause with ${typed(`doctor${at}${where}`)}.`
  },
  not_upnext:
    "Check --url, UPNEXT_URL and `.upnext.json`: another program answers there. `upnext start` starts a server.",
}

/** A command as it is quoted in a hint. */
const typed = (line: string): string => `\`upnext ${line}\``

const wakes = (pid: number): string =>
  `\`kill -CONT ${pid}\` lets the server continue if it was suspended; \`kill -9 ${pid}\` kills it. Acknowledged changes are kept.`
