import type { CommandDef } from "citty"
import { createClient, type Client } from "../terminal/client.ts"
import { fail } from "../errors.ts"
import { nearest } from "../nearest.ts"
import { bash } from "../terminal/completions/bash.ts"
import { fish } from "../terminal/completions/fish.ts"
import { liveLists, toTree, type LiveList, type Tree } from "../terminal/completions/tree.ts"
import { zsh } from "../terminal/completions/zsh.ts"
import { define } from "../terminal/define.ts"
import { line, print, printJson } from "../terminal/output.ts"
import { readSettings } from "../terminal/settings.ts"

export function createCompletions(root: CommandDef): CommandDef {
  return define({
    name: "completions",
    summary: "Print the script with which a shell completes commands",
    positionals: [{ name: "shell", choices: Object.keys(shells) }],
    flags: { json: { kind: "boolean", description: "print it as a JSON object" } },
    examples: [
      [
        "completions bash > ~/.local/share/bash-completion/completions/upnext",
        "bash, from the next shell on",
      ],
      [
        "completions zsh > ~/.zfunc/_upnext",
        "zsh, where ~/.zshrc has: fpath+=(~/.zfunc); autoload -U compinit; compinit",
      ],
      ["completions fish > ~/.config/fish/completions/upnext.fish", "fish, from the next shell on"],
    ],
    about: [
      "For the running shell alone: `source <(upnext completions bash)`, or zsh; in fish `upnext completions fish | source`.",
    ],
    async run({ flags, positionals: [shell = ""] }) {
      const list = liveLists.find((each) => each === shell)
      if (list) return printLive(list)
      const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined
      if (!write) return failShell(shell)
      const script = write(await toTree(root))
      if (flags.json === true) printJson({ shell, script })
      else print(script.trimEnd())
      return 0
    },
  })
}

// --- internal ---

const shells: Readonly<Record<string, (tree: Tree) => string>> = { bash, zsh, fish }

/** How long a person who pressed Tab may wait for the server. */
const patienceMs = 1000

/** Prints the tasks or agents for a shell, each as a word, a tab and a description. Prints nothing if no server answers. */
async function printLive(list: LiveList): Promise<number> {
  setTimeout(() => process.exit(0), patienceMs).unref()
  try {
    const client = createClient(await readSettings({}, process.env, process.cwd()))
    const rows = list === "tasks" ? await openTasks(client) : await knownAgents(client)
    for (const [word, what] of rows) print(`${line(word)}\t${line(what)}`)
  } catch {
    // During completion a shell shows no errors.
  }
  return 0
}

async function openTasks(client: Client): Promise<[string, string][]> {
  const status = ["doing", "review", "blocked", "todo"] as const
  const { tasks } = await client.task.list({
    status: [...status],
    sort: "-updated",
    compact: true,
    limit: 200,
  })
  return tasks.map(({ id, title, status }) => [id, `${title} (${status})`])
}

async function knownAgents(client: Client): Promise<[string, string][]> {
  const { agents } = await client.agent.list({ limit: 200 })
  return agents.map(({ name, role, kind }) => [name, role ?? kind])
}

function failShell(shell: string): never {
  const names = Object.keys(shells)
  const meant = nearest(shell, names)
  return fail("invalid_input", {
    detail: `<shell> is one of ${names.join(", ")}, not ${JSON.stringify(shell)}.${meant ? ` Did you mean ${meant}?` : ""}`,
    hint: "`upnext completions --help` shows how to install it.",
  })
}
