import { expect, test } from "vitest"
import { openCodePlugin } from "../../src/onboarding/hook-texts.ts"

/** The plugin of a session in which `upnext` prints this. */
async function pluginThatHears(text: string) {
  const { Upnext } = (await import(`data:text/javascript,${encodeURIComponent(openCodePlugin)}`)) as {
    Upnext(given: object): Promise<Record<string, (input: object, output: object) => Promise<void>>>
  }
  const run = { quiet: () => run, nothrow: () => run, text: async () => text }
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
