import { defineEvent, takesAdmin } from "./kind.ts"

const bringsIn = takesAdmin("bring tasks in")
const takesBack = takesAdmin("take an import back")

export const importEvents = {
  "import.begun": defineEvent({
    summary: "Tasks of another tool begin to come in; none of them is ready until the end",
    stored: {
      import: "text",
      kind: "importKind",
      name: "text",
      origin: "text?",
      /** Not read any more. */
      place: "text?",
    },
    shown: {
      import: "text",
      kind: "importKind",
      name: ["text", "of what is brought in, such as the name of the file"],
    },
    undo: "part",
    takes: bringsIn,
  }),
  "board.imported": defineEvent({
    summary: "A part of an import has come in",
    stored: { import: "text", tasks: "importedTasks", changes: "changedTasks" },
    shown: { import: "text", count: ["int", "how many tasks it added or changed"] },
    show: ({ tasks, changes }) => ({ count: tasks.length + changes.length }),
    undo: "part",
    takes: bringsIn,
  }),
  "import.ended": defineEvent({
    summary: "All tasks of an import are there",
    stored: { import: "text" },
    shown: { import: "text" },
    undo: "yes",
    takes: bringsIn,
  }),
  "import.aborted": defineEvent({
    summary: "An import was given up, and what it had added is in the trash",
    /** Given up, or taken back from outside of an undo: what it added is in the trash until then. */
    stored: { import: "text", until: "time" },
    shown: { import: "text" },
    undo: "no",
    takes: takesBack,
  }),
  "import.taken_back": defineEvent({
    summary: "An import was undone, and what it had added is in the trash",
    /** By an undo, which puts back by other events what it had changed. */
    stored: { import: "text", until: "time" },
    shown: { import: "text" },
    undo: "yes",
    takes: takesBack,
  }),
}
