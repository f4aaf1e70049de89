import { fail } from "../../errors.ts"
import { homeFlag } from "../../terminal/common-flags.ts"
import { define } from "../../terminal/define.ts"
import { line, print, printJson, style } from "../../terminal/output.ts"

export default define({
  name: "notify test",
  summary: "Send a test message to each `notify` target and show the response",
  flags: {
    to: { kind: "number", description: "send only to this target; 1 is the first" },
    home: homeFlag,
    json: { kind: "boolean", description: "print the messages sent and the replies, as JSON" },
  },
  about: [
    "The command reads `notify` and `publicUrl` from the `config.json` here, and does not need a server.",
  ],
  examples: [
    ["notify test", "exit status 1 if a target fails"],
    ["notify test --to 2", "only to the second target"],
  ],
  async run({ flags }) {
    const parts = await import("../server-parts.ts")
    const { loadConfig } = await parts.config()
    const { notify: targets, publicUrl, home } = await loadConfig({ flags, env: process.env })
    if (!targets)
      return fail("not_found", {
        detail: `The config.json in ${home} has no \`notify\`, so nobody is notified.`,
        hint: 'For example: "notify": [{"url": "https://ntfy.sh/a-topic-that-nobody-guesses", "format": "ntfy"}].',
      })
    const { to } = flags
    if (typeof to === "number" && targets[to - 1] === undefined)
      fail("invalid_input", {
        detail: `--to must be a number from 1 to ${targets.length}, not ${String(to)}.`,
      })
    const { sayReach, tryTargets } = await import("../../notify/parts.ts")
    const tried = await tryTargets({ targets, publicUrl }, { to: typeof to === "number" ? to : undefined })
    const reach = sayReach(publicUrl)
    const status = tried.every(({ failure }) => failure === undefined) ? 0 : 1
    if (flags.json === true) {
      printJson({ ok: status === 0, tried, reach })
      return status
    }
    for (const { to: n, place, sent, status: answer, failure } of tried) {
      const mark = failure === undefined ? style.green("✓") : style.red("✗")
      print(`${mark} ${n} ${style.bold(line(place))}  ${line(failure ?? `it answered ${answer ?? ""}`)}`)
      print(style.dim(`    ${line(sent)}`))
    }
    print(`\n${reach}`)
    return status
  },
})
