import { fail } from "../../errors.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { attachEvidence, evidenceFileFlag } from "../files/evidence.ts"
import { readToSend } from "../files/read-file.ts"
import { taskLine } from "../../terminal/shown/task.ts"

export default clientCommand({
  name: "meet",
  operation: "task.check",
  summary: "Mark a completion criterion as met, or as not met",
  positionals: ["id", "criterion+"],
  omit: ["checked", "dryRun"],
  flags: {
    undo: { kind: "boolean", description: "mark the criterion as not met again" },
    "evidence-file": evidenceFileFlag,
  },
  examples: [
    ['meet T-1 2 --evidence "build 214 is green"', "the second criterion; `show` shows the numbers"],
    ["meet T-1 2 --evidence-file shot.png", "with a file as evidence"],
    ['meet T-1 "tests pass"', "by its text"],
    ["meet T-1 2 --undo", "not met after all"],
  ],
  async run({ client, input, flags: { undo, "evidence-file": file } }) {
    const given = [
      undo === true && "--undo",
      input.evidence != null && "--evidence",
      file !== undefined && "--evidence-file",
    ]
    const [first, second] = given.filter((each) => each !== false)
    if (second !== undefined)
      fail("invalid_input", {
        detail: `${second} cannot be combined with ${first}.`,
        hint: "Leave one of them out.",
      })
    if (undo === true) return client.task.check({ ...input, checked: false })
    if (typeof file !== "string") return client.task.check(input)
    const sent = await readToSend(file, undefined)
    // A refusal leaves no file behind.
    await client.task.check({ ...input, evidence: sent.name, dryRun: true })
    const [evidence] = await attachEvidence(client, input.id, [sent])
    return client.task.check({ ...input, evidence })
  },
  print({ task }) {
    const criteria = task.criteria ?? []
    const met = criteria.filter(({ check }) => check !== null).length
    return taskLine(task, `meets ${met} of ${criteria.length} criteria`)
  },
  id: ({ task }) => task.id,
})
