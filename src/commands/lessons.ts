import type { OutputOf } from "../client/contract.ts"
import { clientCommand } from "../terminal/client-command.ts"
import { sayNotThere } from "./task/not-there.ts"
import { clean, line, style } from "../terminal/output.ts"
import { ago } from "../terminal/show-time.ts"

export default clientCommand<"reflection.list", OutputOf<"reflection.list"> & { nothing?: string }>({
  name: "lessons",
  operation: "reflection.list",
  summary: "Show what was learned: the newest first, or the best matches",
  positionals: ["q?+"],
  rename: { q: "query" },
  examples: [
    ["lessons", "the newest first"],
    ['lessons "flaky tests"', "the best match first"],
    ["lessons --agent ann --project web", "of one agent in one project"],
  ],
  async run({ client, input, flags }) {
    const answer = await client.reflection.list(input)
    if (answer.reflections.length > 0 || flags.json === true) return answer
    const { agent, project, at, q } = input
    const unknown = await sayNotThere({ client, input: { assignee: agent, project, at }, flags })
    return { ...answer, nothing: [noneOf(q, flags), ...unknown].join(" ") }
  },
  print({ reflections, nothing }) {
    if (nothing !== undefined) return { notice: nothing }
    const each = reflections.map(({ taskId, title, agent, content, createdAt }) => {
      const what = title === null ? style.dim("(deleted)") : line(title)
      const head = `${style.bold(taskId)} ${what}  ${style.cyan(line(agent))} ${style.dim(ago(createdAt))}`
      return `${head}\n  ${clean(content).replace(/\n/g, "\n  ")}`
    })
    return each.join("\n\n")
  },
})

// --- internal ---

function noneOf(words: string | undefined, flags: Readonly<Record<string, unknown>>): string {
  if (words !== undefined) return `No lessons match ${JSON.stringify(line(words))}.`
  const isFiltered = ["agent", "task", "project"].some((name) => flags[name] !== undefined)
  return isFiltered ? "No lessons match." : "No lessons yet."
}
