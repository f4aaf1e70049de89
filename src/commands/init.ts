import { fail } from "../errors.ts"
import { ownHome } from "../machine/own-home.ts"
import { homeFlag } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { print, printJson, style } from "../terminal/output.ts"
import { asTyped, quote } from "../terminal/typed.ts"
import { agentFlags, initAgents } from "./init/agents.ts"

export default define({
  name: "init",
  summary: "Create the data directory, or set up a repository for agents",
  flags: {
    home: homeFlag,
    ...agentFlags,
    json: { kind: "boolean", description: "print what was done, as JSON" },
  },
  examples: [
    ["init", "then `upnext start`"],
    ["init --agents", "set this repository up for the coding agents found here"],
    ["init --agents=claude,codex --hooks", "for these two agents, with hooks"],
    ["init --agents --remove", "removes what was set up"],
  ],
  about: [
    "With --agents, the command shows its plan and asks before it writes. The command writes only in this repository: AGENTS.md, a skill, an MCP entry and .upnext.json. Text that the command did not write, or that has been edited since, is reported and left unchanged; the exit status is then 1.",
  ],
  async run({ flags }) {
    if (flags.agents !== undefined) return initAgents(flags)
    const [stray, ...others] = Object.keys(agentFlags).flatMap((name) => flagAsGiven(name, flags[name]))
    if (stray !== undefined)
      fail("invalid_input", {
        detail: `${stray} needs --agents.`,
        hint: `Use \`${["upnext init --agents", stray, ...others].join(" ")}\`.`,
      })
    const parts = await import("./server-parts.ts")
    const { configPath, readConfigFile } = await parts.configFile()
    const home = ownHome(flags, process.env)
    const config = configPath(home)
    const { createHome } = await parts.newHome()
    const created = await createHome(home)
    await readConfigFile(config)
    const kept = [home, config].filter((path) => !created.includes(path))
    if (flags.json === true) {
      printJson({ home, config, created, kept })
      return 0
    }
    const again = typeof flags.home === "string" ? ` --home ${quote(flags.home)}` : ""
    const lines = [
      ...created.map((path) => `${style.green("✓")} created ${path}`),
      ...kept.map((path) => `${style.dim("·")} kept ${path}`),
      style.dim(asTyped(`Start the server: upnext start${again}`)),
    ]
    print(lines.join("\n"))
    return 0
  },
})

// --- internal ---

function flagAsGiven(name: string, value: unknown): string[] {
  if (value === undefined) return []
  if (typeof value === "boolean") return [`--${value ? "" : "no-"}${name}`]
  return [value as string | readonly string[]].flat().map((each) => `--${name} ${quote(each)}`)
}
