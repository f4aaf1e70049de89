import { firstLine } from "../wire/excerpt.ts"
import { sayResult } from "../wire/checks/summaries.ts"
import { defineEvent } from "./kind.ts"

/** Texts about a task and its work, which are shown with the task. */
export const saidEvents = {
  "task.commented": defineEvent({
    summary: "A comment was posted",
    stored: {
      task: "id",
      comment: "id",
      author: "text",
      content: "text",
      /** Who gets a notice of it without being mentioned: see `tells.ts`. */
      tells: "texts?",
      /** The line of the change that it is about. */
      place: "place?",
      /** It is a question. */
      ask: "ask?",
      /** The question that it answers. */
      answers: "id?",
      /** What its writer sent beside the fields of a comment. */
      extra: "object?",
    },
    shown: {
      comment: "text",
      author: "text",
      line: ["text", "the first line of the author's own text, after any quotes; at most 200 characters"],
      place: "place?",
      ask: "ask?",
      answers: ["text?", "the question that the comment answers"],
    },
    show: ({ content }) => ({ line: firstLine(content) }),
    said: ({ content }) => content,
    undo: "beside",
    takes: "anyone",
  }),
  /** A file was added to the task; its bytes are durable. */
  "attachment.added": defineEvent({
    summary: "A file was attached to a task",
    stored: {
      task: "id",
      attachment: "id",
      by: "text",
      file: "fileFields",
      /** When it was first added, where an undo brings it back. */
      since: "time?",
    },
    shown: {
      attachment: ["text", "its id"],
      by: "text",
      name: "text",
      size: ["int", "in bytes"],
      type: ["text", "its media type"],
      sha256: "text",
    },
    show: ({ file }) => file,
    said: ({ file }) => file.name,
    undo: "yes",
    takes: "anyone",
  }),
  "attachment.removed": defineEvent({
    summary: "A file was removed from a task",
    stored: { task: "id", attachment: "id", name: "text" },
    shown: { attachment: "text", name: "text" },
    said: ({ name }) => name,
    undo: "yes",
    takes: "rule",
  }),
  "task.reviewed": defineEvent({
    summary: "A review was decided",
    stored: {
      task: "id",
      review: "id",
      reviewer: "text",
      decision: "decision",
      comment: "textOrNull",
      /** The comments on lines that a request for changes gathers. */
      lines: "texts?",
      until: "timeOrNull",
      length: "timeOrNull",
      by: "byLand?",
      after: "afterFailedLanding?",
      conflict: "landingConflict?",
    },
    shown: {
      reviewer: "text",
      decision: "decision",
      by: ["byLand?", "nobody decided: finished work could not land"],
      to: ["back?", "the task's new status, because its work could not land"],
      attempts: ["int?", "failed attempts, including this failed landing"],
    },
    show: ({ after }) => (after ? { to: after.to, attempts: after.attempts } : {}),
    said: ({ comment }) => comment,
    undo: "yes",
    takes: "rule",
  }),
  "task.reflected": defineEvent({
    summary: "A lesson (`reflection`) was posted",
    stored: {
      task: "id",
      reflection: "id",
      agent: "text",
      content: "text",
      /** true: the agent that does the work posted it, so it counts as the reflection on this attempt. */
      counts: "boolean",
    },
    shown: { reflection: "text", agent: "text" },
    said: ({ content }) => content,
    undo: "finish",
    takes: "anyone",
  }),
  "task.checked": defineEvent({
    summary: "A completion criterion was checked off or unchecked",
    stored: {
      task: "id",
      criterion: "text",
      /** false: the check was taken back. */
      checked: "boolean",
      agent: "text",
      evidence: "textOrNull",
    },
    shown: { criterion: "text", checked: "boolean", agent: "text", evidence: "textOrNull" },
    said: ({ evidence }) => evidence,
    undo: "yes",
    takes: "rule",
  }),
  "check.reported": defineEvent({
    summary: "A task's check was run",
    /** `epoch`: of the attempt that it belongs to. */
    stored: { task: "id", epoch: "number", by: "text", result: "reportFields" },
    shown: {
      check: ["text", "its name"],
      status: "checkStatus",
      exitCode: "intOrNull",
      durationMs: "int",
      by: "text",
      epoch: "int",
      tree: "textOrNull",
      commit: "textOrNull",
      summary: ["text", "in words, such as `test · exit 0 · 41 s · a1b2c3d`"],
    },
    show: ({ result }) => ({ ...result, summary: sayResult(result) }),
    said: ({ result }) => sayResult(result),
    undo: "no",
    takes: "rule",
  }),
}
