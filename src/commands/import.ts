import { importKinds } from "../domain/wire/imports/import-form.ts"
import { fail } from "../errors.ts"
import { someOfCommon } from "../terminal/common-flags.ts"
import { define } from "../terminal/define.ts"
import { withClient } from "../terminal/with-client.ts"

export default define({
  name: "import",
  summary: "Bring tasks of another tool in, from its files or its export",
  positionals: [{ name: "file", optional: true }],
  flags: {
    from: {
      kind: "text",
      value: "kind",
      description: "the tool that wrote it, where it is not recognised",
      choices: importKinds,
    },
    origin: {
      kind: "text",
      value: "name",
      description: "what tells its tasks from those of another repository or file, such as owner/name",
    },
    map: {
      kind: "list",
      value: "column=field",
      description: 'what a column of CSV is: --map "Story text=description"',
    },
    "map-status": {
      kind: "list",
      value: "name=status",
      description: 'what a status is here: --map-status "In QA=review"',
    },
    "dry-run": { kind: "boolean", description: "report what would come, and change nothing" },
    strict: { kind: "boolean", description: "bring in nothing if anything has to be skipped or guessed" },
    parallel: { kind: "boolean", description: "of a plan: no order inside a phase, but what it says" },
    optional: { kind: "boolean", description: "of a plan: what it marks as optional is to be done as well" },
    "no-paths": { kind: "boolean", description: "of a plan: agents may work on one file at once" },
    abort: {
      kind: "boolean",
      description: "take an import back: of this file, of an id such as I-7, or the one that has not ended",
    },
  },
  common: someOfCommon("agent", "project", "url", "home", "token", "json"),
  about: [
    "FILE is a file, a folder, or - for standard input. Of a folder it takes what a tool keeps there: .beads, backlog, .taskmaster; else the files of CSV, JSON and Markdown in it.",
    "Nothing is left out in silence: the report says what becomes what, and counts what has no field here; that is kept in metadata.imported. The last line says how much was skipped.",
    "A task is known by where it comes from: the remote of its repository, else a name for the path of the file or folder, or --origin. Standard input takes --origin where its tasks do not name a repository.",
    "The same file again changes nothing. A newer one changes what was changed there and by nobody here. A project that --project does not name is for new tasks only.",
    "No task is handed out before all are there. After a break the same command goes on. `upnext undo` takes the whole import back.",
    "docs/import.md says for each tool what becomes what. The role is admin where the board asks for tokens.",
  ],
  examples: [
    ["import . --dry-run", "what the tools in this repository have"],
    ["import .beads/issues.jsonl", "brings it in"],
    ['import issues.csv --map-status "In QA=review"', "with a status of one's own"],
    ["import - --from github < issues.json", "what `gh issue list --json …,url` printed"],
    ["import --abort", "takes back the one that was broken off"],
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
    detail: "Which file? None is named.",
    hint: "For example: `upnext import issues.csv`, `upnext import .`, or `upnext import -` for standard input.",
  })
}
