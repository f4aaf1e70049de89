import { defineEvent, takesAdmin } from "./kind.ts"

const bringsIn = takesAdmin("import tasks")
const takesBack = takesAdmin("undo an import")

export const importEvents = {
  "import.begun": defineEvent({
    summary: "An import from another tool began; its tasks are not ready until the import ends",
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
      name: ["text", "the name of the import, such as its file name"],
    },
    undo: "part",
    takes: bringsIn,
  }),
  "board.imported": defineEvent({
    summary: "Part of an import arrived",
    stored: { import: "text", tasks: "importedTasks", changes: "changedTasks" },
    shown: { import: "text", count: ["int", "how many tasks the import added or changed"] },
    show: ({ tasks, changes }) => ({ count: tasks.length + changes.length }),
    undo: "part",
    takes: bringsIn,
  }),
  "import.ended": defineEvent({
    summary: "An import ended, and its tasks were released",
    stored: { import: "text" },
    shown: { import: "text" },
    undo: "yes",
    takes: bringsIn,
  }),
  "import.aborted": defineEvent({
    summary: "An import was aborted, and the tasks that it added went to the trash",
    /**
     * Given up, or undone by its own request rather than by an undo: the tasks that it added are in the trash until
     * then.
     */
    stored: { import: "text", until: "time" },
    shown: { import: "text" },
    undo: "no",
    takes: takesBack,
  }),
  "import.taken_back": defineEvent({
    summary: "An import was undone, and the tasks that it added went to the trash",
    /** By an undo, which restores the changed values with other events. */
    stored: { import: "text", until: "time" },
    shown: { import: "text" },
    undo: "yes",
    takes: takesBack,
  }),
}
