import { sayWork } from "../wire/checks/summaries.ts"
import { defineEvent, takesManage } from "./kind.ts"

export const workEvents = {
  "work.reported": defineEvent({
    summary: "An attempt reported its work in a repository",
    /** What the attempt with this epoch has done so far. */
    stored: { task: "id", agent: "text", epoch: "number", work: "workFields" },
    shown: {
      agent: "text",
      epoch: "int",
      repository: "text",
      branch: "text",
      base: ["textOrNull", "the branch to land in"],
      tree: "text",
      commit: "text",
      files: "int",
      additions: "int",
      deletions: "int",
      host: "textOrNull",
      path: "textOrNull",
      url: ["text?", "its pull request"],
      conflicts: [
        "texts?",
        "the files that conflicted with the base when the work was reported; omitted if none did",
      ],
      patch: "patchOrNull?",
      toLand: ["boolean?", "the tasks that it blocks wait until it has landed"],
    },
    show: ({ work }) => work,
    said: ({ work }) => sayWork(work),
    undo: "no",
    takes: "rule",
  }),
  "work.landed": defineEvent({
    summary: "Finished work landed in its base",
    stored: { task: "id", epoch: "number", base: "text", commit: "textOrNull", by: "byLand" },
    shown: {
      epoch: "int",
      base: "text",
      commit: [
        "textOrNull",
        "null: the base already had the whole change, or the work landed some other way",
      ],
      by: "byLand",
    },
    said: ({ base, commit }) => (commit === null ? base : `${base} ${commit.slice(0, 7)}`),
    undo: "no",
    takes: "rule",
  }),
  "pull.changed": defineEvent({
    summary: "A pull request was opened, or its state changed",
    /** `to`: the status to which it returns a task that it sent away earlier. */
    stored: { task: "id", epoch: "number", url: "text", pull: "pullFields", to: "finish?" },
    shown: {
      epoch: "int",
      url: "text",
      state: "text",
      head: "text?",
      failed: ["texts?", "the failed required checks"],
      optionalFailed: ["texts?", "other failed checks"],
      review: "text?",
      to: "finish?",
    },
    show: ({ pull: { state, head, failed, optionalFailed, review } }) => ({
      state,
      ...(head !== undefined && { head }),
      ...(failed && { failed }),
      ...(optionalFailed && { optionalFailed }),
      ...(review && { review }),
    }),
    said: ({ url }) => url,
    undo: "no",
    takes: "rule",
  }),
  "work.freed": defineEvent({
    summary: "Resources kept by unlanded work were freed",
    stored: { task: "id", resources: "texts" },
    shown: { resources: "texts" },
    said: ({ resources }) => resources.join(", "),
    undo: "no",
    takes: takesManage("free resources kept by unlanded work"),
  }),
}
