import { existsSync } from "node:fs"
import { UpnextError } from "../../errors.ts"

/** @param outcome the result for the task or the event, as a sentence */
export function startRefusal(command: string, outcome: string, cause: unknown): UpnextError {
  const [detail, hint] = wordsFor(command, cause as NodeJS.ErrnoException)
  return new UpnextError("invalid_input", { detail, hint: `${hint} ${outcome}`, cause })
}

// --- internal ---

function wordsFor(command: string, { code, message }: NodeJS.ErrnoException): [detail: string, hint: string] {
  const name = JSON.stringify(command)
  const isPath = command.includes("/")
  if (code === "EACCES")
    return [`${name} is not executable for this user.`, `If it is a program: chmod +x ${command}.`]
  if (code === "ENOENT" && isPath && existsSync(command))
    return [`The interpreter of ${name} does not exist.`, "Look at the first line of the script."]
  if (code === "ENOENT" && isPath)
    return [`There is no program ${name}.`, `Relative paths are resolved against ${process.cwd()}.`]
  if (code === "ENOENT")
    return [
      `There is no program ${name} on the PATH.`,
      `Is it installed? If it is in this directory, write ./${command}.`,
    ]
  return [`${name} cannot be started: ${message}.`, "Run it by hand first."]
}
