import { realpathSync } from "node:fs"
import { fail } from "../../errors.ts"
import { userDirectory } from "../../machine/own-home.ts"
import { nearest } from "../../nearest.ts"
import { clientNames, clients, type ClientName } from "../../onboarding/clients.ts"
import type { SetupStep } from "../../onboarding/draft.ts"
import type { Onboarding } from "../../onboarding/onboard.ts"
import { checkUrl } from "../../terminal/address.ts"
import { keepAllowed } from "../../terminal/allowed.ts"
import { canAsk, confirm } from "../../terminal/ask.ts"
import type { Flags } from "../../terminal/flag.ts"
import { line, note, print, printJson, style } from "../../terminal/output.ts"
import { asTyped, quote } from "../../terminal/typed.ts"

export const agentFlags: Flags = {
  agents: {
    kind: "maybe",
    value: "names",
    description: `set this repository up for coding agents: ${clientNames.join(",")}; default: those found here`,
    accepts: (text) => !text.startsWith("-"),
  },
  hooks: {
    kind: "boolean",
    description: "also write hooks that keep a session up to date; with --remove: remove only the hooks",
  },
  remove: { kind: "boolean", description: "remove what was written" },
  "dry-run": { kind: "boolean", description: "show what would be done, and stop" },
  yes: { kind: "boolean", description: "do not ask" },
  force: { kind: "list", value: "path", description: "replace or remove edited text in this file" },
  project: {
    kind: "text",
    description: "the project for the repository's tasks, default: the directory's name",
  },
  url: { kind: "text", description: "the server, if it is not the one on this machine" },
}

/** Sets a repository up for coding agents, or takes that back. Resolves to the exit status. */
export async function initAgents(flags: Readonly<Record<string, unknown>>): Promise<number> {
  const text = (name: string) =>
    typeof flags[name] === "string" && flags[name] !== "" ? flags[name] : undefined
  const url = text("url")
  const isDry = flags["dry-run"] === true
  const removes = flags["remove"] === true
  const { prepareOnboarding } = await import("../../onboarding/parts.ts")
  const onboarding = await prepareOnboarding({
    cwd: process.cwd(),
    path: process.env.PATH ?? "",
    home: realHome(),
    names: text("agents") === undefined ? undefined : parseNames(text("agents") ?? ""),
    hooks: flags["hooks"] === true,
    removes,
    force: (flags["force"] as readonly string[] | undefined) ?? [],
    project: text("project"),
    url: url === undefined ? undefined : checkUrl(url, "--url"),
  })
  const isJson = flags["json"] === true
  if (!isJson) print(show(onboarding, removes))
  const isToDo = onboarding.changes.length > 0 && !isDry
  const isDone = isToDo && (await mayWrite(flags, onboarding))
  if (isDone) await onboarding.apply()
  if (isDone && !removes && onboarding.url !== undefined) await allowServer(onboarding)
  const { root, clients: names, steps } = onboarding
  if (isJson) printJson({ root, agents: names, steps, done: isDone || onboarding.changes.length === 0 })
  else if (isDone) print(closing(removes))
  if (isToDo && !isDone) return 1
  return steps.some(({ what }) => what === "left") ? 1 : 0
}

// --- internal ---

/** Who set the repository up has chosen its server. */
function allowServer({ root, url = "" }: Onboarding): Promise<void> {
  const server = { kind: "url", name: "url", text: checkUrl(url, "url") } as const
  return keepAllowed({ root, decisions: [server] }, process.env)
}

function parseNames(text: string): ClientName[] {
  const words = text.split(",").map((word) => word.trim().toLowerCase())
  return clientNames.filter((name) => {
    const unknown = words.find((word) => !(clientNames as readonly string[]).includes(word))
    if (unknown === undefined) return words.includes(name)
    const meant = nearest(unknown, clientNames)
    return fail("invalid_input", {
      detail: `--agents does not accept ${JSON.stringify(unknown)}.${meant ? ` Did you mean ${meant}?` : ""}`,
      hint: `--agents takes ${clientNames.join(", ")}, separated by commas.`,
    })
  })
}

/** The home directory without links; where there is none, no path is it. */
function realHome(): string {
  try {
    return realpathSync(userDirectory())
  } catch {
    return ""
  }
}

async function mayWrite(flags: Readonly<Record<string, unknown>>, { changes }: Onboarding): Promise<boolean> {
  if (flags["yes"] === true) return true
  if (!canAsk())
    fail("invalid_input", {
      detail: "Nothing was written: there is no terminal to ask in.",
      hint: "Add --yes to write the files, or --dry-run to just look.",
    })
  const count = changes.length === 1 ? "1 file" : `${changes.length} files`
  if (await confirm(`Change ${count}?`)) return true
  note("Nothing was written.")
  return false
}

function show({ root, clients: names, steps, changes }: Onboarding, removes: boolean): string {
  const who = names.map(({ name, why }) => `  ${clients[name].title} ${style.dim(`(${line(why)})`)}`)
  const title = removes ? `Removes what was written in ${line(root)} for` : `Sets up ${line(root)} for`
  const done = removes ? "Upnext has written nothing here." : "Everything is already set up."
  return [
    ...(names.length > 0 ? [title, ...who, ""] : []),
    ...steps.filter(({ what, why }) => what !== "keep" || why).map(stepLine),
    ...(changes.length === 0 && !steps.some(({ what }) => what === "left") ? [done] : []),
  ].join("\n")
}

function stepLine({ path, at, what, why, canForce, movesTo }: SetupStep): string {
  const paint = { left: style.yellow, keep: style.dim, remove: style.red, delete: style.red }
  const word = (what in paint ? paint[what as keyof typeof paint] : style.green)(what.padEnd(6))
  const does = movesTo === undefined ? "does it" : `starts a new file, and keeps this one as ${line(movesTo)}`
  const force = canForce ? ` (--force ${quote(path)} ${does})` : ""
  return `${word} ${line(path)}${at === undefined ? "" : style.dim(` ${line(at)}`)}${why ? `: ${line(why)}${force}` : ""}`
}

function closing(removes: boolean): string {
  return style.dim(
    removes ? "Done." : asTyped("Done. New sessions see it. Undo: upnext init --agents --remove"),
  )
}
