import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { parseJsonObject } from "../../src/machine/text.ts"
import { openCodePlugin } from "../../src/onboarding/hook-texts.ts"
import { makeRepository, onboard } from "./repository.ts"

test.for([
  ["claude", ".claude/settings.json", "PostToolUse", "PostToolUseFailure"],
  ["copilot", ".github/hooks/upnext.json", "postToolUse", "postToolUseFailure"],
] as const)("%s runs the hook also after a tool that failed", async ([name, path, event, failed]) => {
  const root = await makeRepository()
  await onboard(root, { names: [name], hooks: true })
  const { hooks } = parseJsonObject(await readFile(join(root, path), "utf8")) as {
    hooks: Record<string, unknown>
  }
  expect(hooks[failed]).toEqual(hooks[event])
  expect(hooks[failed]).toBeDefined()
})

/** The plugin of a session in which `upnext` prints this. */
async function pluginThatHears(text: string) {
  const { Upnext } = (await import(`data:text/javascript,${encodeURIComponent(openCodePlugin)}`)) as {
    Upnext(given: object): Promise<Record<string, (input: object, output: object) => Promise<void>>>
  }
  const run = { quiet: () => run, nothrow: () => run, text: () => Promise.resolve(text) }
  return Upnext({ $: () => run })
}

test.for([
  ["OpenCode's own", { output: "one" }, { output: "one\n\nMind the gap." }],
  [
    "an MCP server's",
    { content: [{ type: "text", text: "one" }] },
    {
      content: [
        { type: "text", text: "one" },
        { type: "text", text: "Mind the gap." },
      ],
    },
  ],
] as const)(
  "OpenCode's plugin puts a word behind the result of a tool that is %s",
  async ([, output, said]) => {
    const plugin = await pluginThatHears("Mind the gap.")
    const result = structuredClone(output)
    await plugin["tool.execute.after"]?.({ sessionID: "ses_1" }, result)
    expect(result).toEqual(said)
  },
)
