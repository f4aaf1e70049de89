import type { CommandDef } from "citty"
import { fail } from "../errors.ts"
import { nearest } from "../nearest.ts"
import { liveLists, shells } from "../terminal/completions/names.ts"
import { define } from "../terminal/define.ts"
import { print, printJson } from "../terminal/output.ts"
import { printLive } from "./completions/live.ts"

export function createCompletions(root: CommandDef): CommandDef {
  return define({
    name: "completions",
    summary: "Print the completion script for a shell",
    positionals: [
      { name: "shell", choices: shells },
      // What was typed so far, from a script that asks for what the server knows.
      { name: "typed", optional: true, isMany: true, isHidden: true },
    ],
    flags: { json: { kind: "boolean", description: "print the script as a JSON object" } },
    examples: [
      [
        "completions bash > ~/.local/share/bash-completion/completions/upnext",
        "for bash; then open a new shell",
      ],
      [
        "completions zsh > ~/.zfunc/_upnext",
        "for zsh, if ~/.zshrc has: fpath+=(~/.zfunc); autoload -U compinit; compinit",
      ],
      ["completions fish > ~/.config/fish/completions/upnext.fish", "for fish; then open a new shell"],
    ],
    about: [
      "For the current shell only: `source <(upnext completions bash)` (or zsh); in fish, `upnext completions fish | source`.",
    ],
    async run({ flags, positionals: [shell = "", ...typed] }) {
      const list = liveLists.find((each) => each === shell)
      if (list) return printLive(list, typed)
      if (typed[0] !== undefined) fail("invalid_input", `Unexpected argument ${JSON.stringify(typed[0])}.`)
      const known = shells.find((each) => each === shell)
      if (!known) return failShell(shell)
      const { completions } = await import("./server-parts.ts")
      const { helpWords } = await (await import("./help-parts.ts")).pages()
      const script = await (await completions()).scriptFor(known, root, helpWords)
      if (flags.json === true) printJson({ shell, script })
      else print(script.trimEnd())
      return 0
    },
  })
}

// --- internal ---

function failShell(shell: string): never {
  const meant = nearest(shell, shells)
  return fail("invalid_input", {
    detail: `<shell> must be one of ${shells.join(", ")}, not ${JSON.stringify(shell)}.${meant ? ` Did you mean ${meant}?` : ""}`,
    hint: "`upnext completions --help` shows how to install it.",
  })
}
