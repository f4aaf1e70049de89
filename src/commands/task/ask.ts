import { someOfCommon } from "../../terminal/common-flags.ts"
import { define } from "../../terminal/define.ts"

export default define({
  name: "ask",
  summary: "Ask a question on a task, and wait for the answer or park the task",
  positionals: [
    { name: "id", optional: true },
    { name: "question", isMany: true, optional: true },
  ],
  flags: {
    to: { kind: "text", value: "agent", description: "whom; without it, whoever can say" },
    choice: {
      kind: "list",
      value: "answer",
      description: "an answer to choose from; may be given several times",
    },
    wait: {
      kind: "text",
      value: "duration",
      description: "print the answer once it comes, within this time",
    },
    park: {
      kind: "boolean",
      description: "give the task back until the answer comes; it is offered to you first then",
    },
  },
  common: someOfCommon("agent", "session", "url", "home", "token", "json"),
  about: [
    "Without an id, on the task that this session holds. The answer also comes with the next write of whoever holds the task. With --wait and --park the task is parked if no answer came in time. Exit status 3 if none came.",
  ],
  examples: [
    ['ask T-1 "Which cache?" --to mira --choice redis --choice memory', "mira finds it in `upnext needs`"],
    ['ask T-1 "Which cache?" --wait 1s', "print the answer, or end with 3"],
    ['ask T-1 "Which cache?" --park', "do something else until then: `upnext next --claim`"],
  ],
  async run(typed) {
    const { ask } = await (await import("../runner-parts.ts")).ask()
    return ask(typed)
  },
})
