import { importKinds } from "../domain/wire/imports/import-form.ts"
import { fail } from "../errors.ts"
import { someOfCommon } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { withClient } from "../terminal/with-client.ts"

export default define({
  name: "import",
  summary: "Import a plan, or another tool's tasks from its files or its export",
  positionals: [{ name: "file", optional: true }],
  flags: {
    from: {
      kind: "text",
      value: "kind",
      description: "the tool that wrote the file, if it is not recognised",
      choices: importKinds,
    },
    origin: {
      kind: "text",
      description: "the repository or file that the tasks belong to, such as owner/name",
    },
    map: {
      kind: "list",
      value: "column=field",
      description: 'the field of a CSV column: --map "Story text=description"',
    },
    "map-status": {
      kind: "list",
      value: "name=status",
      description: 'the status here: --map-status "In QA=review"',
    },
    "dry-run": { kind: "boolean", description: "report what would be imported, and change nothing" },
    strict: { kind: "boolean", description: "import nothing if anything has to be skipped or guessed" },
    parallel: { kind: "boolean", description: "plans: drop the order of tasks inside phases" },
    optional: { kind: "boolean", description: "plans: import optional tasks as ordinary work" },
    "no-paths": { kind: "boolean", description: "plans: let two agents change the same file at once" },
    format: { kind: "text", description: "print only the ids of the new tasks", choices: ["id", "text"] },
    abort: {
      kind: "boolean",
      description:
        "undo the import of this file, the import with this id (such as I-7), or the unfinished one",
    },
  },
  common: someOfCommon("agent", "project", "url", "home", "token", "json"),
  about: [
    "FILE is a file, a folder, or - for standard input. In a folder, the command reads a tool's files (.beads, backlog, .taskmaster, specs, .kiro/specs, openspec/changes), or else CSV, JSON and Markdown files.",
    "A plan is Markdown with checkboxes (spec-kit, Kiro, OpenSpec, TODO.md) or todo.txt. Numbered plans keep their order; `upnext export --into FILE` checks off the finished tasks.",
    "The report lists everything that is left out or shortened. Fields that Upnext does not have are kept in metadata.imported. The last line counts skipped entries.",
    "Each task keeps its origin: the value of --origin, or else the remote of its repository, or else a name made from the path. Reading standard input requires --origin if the tasks do not name a repository.",
    "Importing the same file again changes nothing. A newer file updates only fields that were not changed here. A project set with --project, UPNEXT_PROJECT or .upnext.json applies only to new tasks.",
    "No task is offered until all have been imported. The same command resumes an interrupted import, and `upnext undo` undoes the whole import.",
    "docs/coming-from.md describes the mapping for each tool. With authentication on, the role admin is required.",
  ],
  examples: [
    ["import . --dry-run", "shows the tasks of tools in this repository"],
    ["import .beads/issues.jsonl", "imports this file"],
    ["import specs", "the plans of spec-kit"],
    ['import issues.csv --map-status "In QA=review"', "with a custom status"],
    ["import - --from github < issues.json", "what `gh issue list --json …,url` printed"],
    ["import --abort", "undoes the unfinished import"],
  ],
  async run({ flags, positionals: [path] }) {
    return withClient(flags, async (client, settings) => {
      const parts = await import("./import-parts.ts")
      if (flags.abort === true) await (await parts.aborter()).takeBack(client, path, flags.json === true)
      else await (await parts.importer()).bring(client, path ?? failNothing(), flags, settings.project)
      return 0
    })
  },
})

// --- internal ---

function failNothing(): never {
  fail("invalid_input", {
    detail: "No file was given.",
    hint: "For example: `upnext import issues.csv`, `upnext import .`, or `upnext import -` for standard input.",
  })
}
