import { createReadStream } from "node:fs"
import { resolve } from "node:path"
import { fail, UpnextError } from "../errors.ts"
import { asRefusal, errno } from "../machine/file-errors.ts"
import { readStdin, readText as readBounded } from "../machine/text.ts"
import { jsonFlags } from "../terminal/chosen-fields.ts"
import { remark as remarkOn } from "../terminal/client-command.ts"
import { someOfCommon } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { toTaskId } from "../terminal/input.ts"
import { note, print, printJson, style } from "../terminal/output.ts"
import type { PlannedTask } from "./plan/entries.ts"
import type { PlanFault } from "../domain/wire/plan/lines.ts"
import type { ParsedPlan } from "./plan/parse.ts"
import { atLines, failWith } from "./plan/refuse.ts"
import { renderTree } from "./plan/tree.ts"
import { withClient } from "../terminal/with-client.ts"

export default define({
  name: "plan",
  summary: "Add a whole plan of tasks at once from Markdown or JSON lines, or print a plan",
  positionals: [{ name: "file", optional: true }],
  flags: {
    "dry-run": { kind: "boolean", description: "show what would be added, and add nothing" },
    parent: { kind: "text", description: "the parent of the tasks at the top of the plan" },
    "close-headings": {
      kind: "text",
      description: "close a heading once all tasks below it are closed; on by default",
      choices: ["on", "off"],
    },
    print: {
      kind: "text",
      value: "task|project",
      description: "print the tasks below a task, or those of a project, as a plan",
    },
    format: { kind: "text", description: "print only the ids", choices: ["id", "text"] },
  },
  common: {
    ...someOfCommon("agent", "project", "url", "home", "token"),
    ...jsonFlags({ example: undefined, isWrite: true, hasText: true }),
  },
  about: [
    "A heading is a task, and the tasks below it are its children. The heading's task is done once all its children are closed, unless it has text, criteria, checks or a reviewer of its own. An item with a box is a task, and indented items are its children: `- [ ] Title {#name} @assignee !P1 ~2h +tag (after #other, T-3)`.",
    "Indented text is the description. Boxes below an indented line `Done when:` are the criteria; a checked box is a met criterion, with its evidence indented below. An indented line of JSON directly below a task sets other fields. Tasks that are checked off are left out.",
    "JSON lines: each line is a task as POST /tasks/batch takes it. docs/plan.md has the whole grammar.",
    "Either all tasks are added in one step, or none are. Lines that cannot be read are reported. A second run adds the tasks again.",
  ],
  examples: [
    ["plan plan.md --dry-run", "shows the tree, and what is ready in it"],
    ["plan plan.md", "adds the plan, and prints each id"],
    ["plan - --parent T-7 < plan.md", "as children of T-7"],
    ["plan --print T-7 > plan.md", "T-7 and all tasks below it, as a plan"],
  ],
  async run({ flags, positionals: [file] }) {
    const isJson = flags.json === true
    const dryRun = flags["dry-run"] === true
    const minimal = !dryRun && (isJson ? flags.full !== true : flags.format === "id")
    return withClient(
      flags,
      async (client, settings) => {
        const parts = await import("./import-parts.ts")
        if (typeof flags.print === "string") {
          refuseBeside(flags, file)
          const { planOf } = await parts.printPlan()
          const text = await planOf(client, flags.print)
          if (isJson) printJson({ plan: text })
          else print(text)
          return 0
        }
        if (file === undefined) failNothing()
        const name = file === "-" ? "standard input" : file
        const { parsePlan } = await parts.readPlan()
        const plan = parsePlan(await readText(file), {
          closesHeadings: flags["close-headings"] !== "off",
          path: file === "-" ? file : resolve(file),
        })
        if (plan.faults.length > 0) failWith(name, plan.faults, isJson)
        const parent = typeof flags.parent === "string" ? toTaskId(flags.parent) : undefined
        const tasks = plan.entries.map(({ task }) => placed(task, parent, settings.project))
        if (parent !== undefined) await client.task.read({ id: parent, fields: ["id"] })
        const { sayKnown } = await parts.knownTitles()
        const known = isJson ? [] : await sayKnown(client, plan.entries, dryRun)
        const answer = await client.task
          .createMany({ tasks, dryRun })
          .catch((error: unknown) => atLines(error, plan, name, isJson))
        const { notes: names, ...made } = answer
        if (!isJson) {
          remark(name, plan)
          remarkOn(answer)
          remarkOn({ notes: known })
        }
        if (isJson)
          printJson({ ...made, ...(plan.notes.length > 0 && { notes: plan.notes }), ...(names && { names }) })
        else if (flags.format === "id") print(answer.tasks.map(({ id }) => id).join("\n"))
        else print(renderTree(answer.tasks, dryRun))
        return 0
      },
      { minimal },
    )
  },
})

// --- internal ---

/** A task of the plan, in its project, and below the parent that the command names where it stands at the top. */
function placed(task: PlannedTask, parent: string | undefined, project: string | undefined): PlannedTask {
  return { ...(project !== undefined && { project }), ...(parent !== undefined && { parent }), ...task }
}

function remark(name: string, { notes }: ParsedPlan): void {
  const of = (message: string) => notes.filter((each) => each.message === message).map(({ line }) => line)
  for (const message of new Set(notes.map((each: PlanFault) => each.message))) {
    const lines = of(message)
    note(
      `${style.yellow("note")}  ${name}, line${lines.length > 1 ? "s" : ""} ${lines.join(", ")}: ${message}`,
    )
  }
}

function refuseBeside(flags: Readonly<Record<string, unknown>>, file: string | undefined): void {
  const beside = ["dry-run", "parent", "close-headings", "format"]
    .filter((flag) => flags[flag] !== undefined)
    .map((flag) => `--${flag}`)
  if (file !== undefined) beside.push(file)
  if (beside.length > 0)
    fail("invalid_input", {
      detail: `--print adds nothing, so it cannot be combined with ${beside.join(" and ")}.`,
      hint: "For example: `upnext plan --print T-7`.",
    })
}

function failNothing(): never {
  fail("invalid_input", {
    detail: "No plan was given.",
    hint: "For example: `upnext plan plan.md`, or `upnext plan -` for standard input.",
  })
}

async function readText(file: string): Promise<string> {
  if (file === "-") return readStdin()
  return readBounded(createReadStream(resolve(file)), file).catch((error: unknown) => {
    if (error instanceof UpnextError) throw error
    const code = errno(error)
    if (code === "ENOENT")
      fail("invalid_input", {
        detail: `There is no file ${file}.`,
        hint: "Give the path of a file, or `-` for standard input.",
      })
    if (code === "EISDIR") fail("invalid_input", { detail: `${file} is a directory.`, hint: "Name a file." })
    throw asRefusal(error, file, { part: "input" })
  })
}
