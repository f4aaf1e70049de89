import { homeFlag } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { line, print, printJson, style } from "../terminal/output.ts"

export default define({
  name: "doctor",
  summary: "Look for what is wrong, with the server up or down; changes nothing",
  flags: {
    home: homeFlag,
    port: { kind: "number", description: "the port to look at (UPNEXT_PORT), default 4445" },
    host: {
      kind: "text",
      value: "address",
      description: "the address to look at (UPNEXT_HOST), default 127.0.0.1",
    },
    json: { kind: "boolean", description: "print all findings as JSON" },
  },
  examples: [
    ["doctor", "exit status 1 if something is wrong"],
    ["doctor --json", "for a program, or a report"],
  ],
  async run({ flags }) {
    const [{ examine }, { version }] = await Promise.all([
      import("../doctor/doctor.ts"),
      import("../version.ts"),
    ])
    const diagnosis = await examine({ flags, env: process.env }, version)
    const status = diagnosis.ok ? 0 : 1
    if (flags.json === true) {
      printJson(diagnosis)
      return status
    }
    const width = Math.max(...diagnosis.checks.map(({ name }) => name.length))
    for (const { name, status: found, detail, hint } of diagnosis.checks) {
      print(`${marks[found]} ${style.bold(name.padEnd(width))}  ${line(detail)}`)
      if (hint) print(`  ${" ".repeat(width)}  ${style.dim("→")} ${line(hint)}`)
    }
    print(diagnosis.ok ? `\n${style.green("All is well.")}` : `\n${style.red("Something is wrong.")}`)
    return status
  },
})

// --- internal ---

const marks = { ok: style.green("✓"), warn: style.yellow("!"), fail: style.red("✗") } as const
