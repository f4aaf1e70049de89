import { spawn } from "node:child_process"
import { once } from "node:events"
import { constants } from "node:os"
import { fail } from "../../errors.ts"
import { canAsk } from "../../terminal/ask.ts"

/** The editor of whoever is at the terminal, as a line of the shell. @throws invalid_input */
export function requireEditor({ VISUAL, EDITOR }: NodeJS.ProcessEnv): string {
  if (!canAsk())
    fail("invalid_input", {
      detail: "No terminal is available to run an editor in.",
      hint: "Pass the changes as flags, such as --title, or with --data.",
    })
  return (
    [VISUAL, EDITOR].find((each) => each?.trim()) ??
    fail("invalid_input", {
      detail: "No editor is set.",
      hint: "Set VISUAL or EDITOR, for example EDITOR=nano.",
    })
  )
}

/** Opens a file in an editor, and resolves with its exit status when it has ended. */
export async function openIn(editor: string, file: string): Promise<number> {
  const isWindows = process.platform === "win32"
  const child = isWindows
    ? spawn(`${editor} "${file}"`, { stdio: "inherit", shell: true })
    : spawn("/bin/sh", ["-c", `${editor} "$@"`, editor, file], { stdio: "inherit" })
  // Ctrl-C is the editor's while it runs. What is typed there must not end us, or nobody would say where the text is.
  const ignore = () => undefined
  process.on("SIGINT", ignore)
  try {
    const [status, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null]
    return status ?? 128 + (signal === null ? 0 : constants.signals[signal])
  } finally {
    process.off("SIGINT", ignore)
  }
}
