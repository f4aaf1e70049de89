import { sayWork } from "../wire/checks/summaries.ts"
import { defineEvent, takesManage } from "./kind.ts"

export const workEvents = {
  "work.reported": defineEvent({
    summary: "An attempt said what it has left in a repository",
    /** What the attempt with this epoch has done so far. */
    stored: { task: "id", agent: "text", epoch: "number", work: "workFields" },
    shown: {
      agent: "text",
      epoch: "int",
      repository: "text",
      branch: "text",
      base: ["textOrNull", "the branch that it is to land in"],
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
        "the files in which it was in conflict with its base when it was reported; left out where it was in none",
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
    summary: "Finished work is in its base",
    stored: { task: "id", epoch: "number", base: "text", commit: "textOrNull", by: "byLand" },
    shown: {
      epoch: "int",
      base: "text",
      commit: ["textOrNull", "null: the base held all of it already, or it landed by other means"],
      by: "byLand",
    },
    said: ({ base, commit }) => (commit === null ? base : `${base} ${commit.slice(0, 7)}`),
    undo: "no",
    takes: "rule",
  }),
  "pull.changed": defineEvent({
    summary: "A pull request was opened, or stands otherwise than before",
    /** `to`: where it brings a task back to that it has sent away before. */
    stored: { task: "id", epoch: "number", url: "text", pull: "pullFields", to: "finish?" },
    shown: {
      epoch: "int",
      url: "text",
      state: "text",
      head: "text?",
      failed: ["texts?", "the required checks that have failed"],
      optionalFailed: ["texts?", "other checks that have failed"],
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
    summary: "Others may begin in places that work keeps which has not landed",
    stored: { task: "id", resources: "texts" },
    shown: { resources: "texts" },
    said: ({ resources }) => resources.join(", "),
    undo: "no",
    takes: takesManage("free the places of work that has not landed"),
  }),
}
