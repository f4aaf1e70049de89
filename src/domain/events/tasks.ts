import { unassigned } from "../wire/names.ts"
import { shownName } from "../wire/tasks/record-names.ts"
import { iso } from "../wire/time.ts"
import { defineEvent, takesAdmin, takesManage } from "./kind.ts"

const namesIn = (fields: object) => Object.keys(fields).map(shownName)

/** Events in the life of tasks, and undone commands. */
export const taskEvents = {
  "task.created": defineEvent({
    summary: "A task was created",
    stored: {
      task: "id",
      fields: "taskFields",
      status: "status",
      reason: "textOrNull",
      /** Its source: the key with which it is created only once. */
      source: "text?",
    },
    shown: {
      title: "text",
      status: "status",
      assignee: "text",
      priority: "priority",
      project: "text",
      parent: "textOrNull",
      discoveredFrom: "textOrNull",
    },
    show({ fields }) {
      const { title, assignee, priority, project, parent = null, discoveredFrom = null } = fields
      return { title, assignee: assignee ?? unassigned, priority, project, parent, discoveredFrom }
    },
    undo: "yes",
    takes: "rule",
  }),
  "task.edited": defineEvent({
    summary: "Fields of a task were changed",
    stored: { task: "id", changes: "taskChanges" },
    shown: { fields: ["texts", "their names"] },
    show: ({ changes }) => ({ fields: namesIn(changes) }),
    undo: "yes",
    takes: "rule",
  }),
  "task.moved": defineEvent({
    summary: "A task was moved to another status by hand",
    stored: {
      task: "id",
      to: "status",
      reason: "textOrNull",
      assignee: "textOrNull",
      /** Who gets a notice of it: see `tells.ts`. */
      tells: "texts?",
      /** As in `task.completed`, of who hands in the work by it. */
      person: "personSign?",
      /**
       * The agent to whom the task is offered first, because the question for which that agent had parked it was
       * answered.
       */
      offer: "offer?",
    },
    shown: { to: "status", reason: "textOrNull", assignee: "text" },
    show: ({ assignee }) => ({ assignee: assignee ?? unassigned }),
    undo: "yes",
    takes: "rule",
  }),
  "task.deleted": defineEvent({
    summary: "A task was deleted",
    /**
     * The task can be restored until `until`. Older events do not have it: their tasks are deleted for good at once.
     */
    stored: { task: "id", until: "time?" },
    shown: {},
    undo: "yes",
    takes: takesManage("delete a task"),
  }),
  "task.restored": defineEvent({
    summary: "A deleted task was restored",
    stored: {
      task: "id",
      /** The edges that it lost: `of` named `to`. Edges of other tasks are edited in the same command. */
      dropped: "droppedEdges",
    },
    shown: { dropped: ["droppedEdges", "the links that were dropped"] },
    undo: "yes",
    takes: takesManage("restore a task"),
  }),
  "task.put_back": defineEvent({
    summary: "An undo or a redo restored fields of a task",
    /** `offer`: to the agent whose lease the command had ended. */
    stored: { task: "id", fields: "taskState", offer: "offer?" },
    shown: { fields: ["texts", "their names"] },
    show: ({ fields }) => ({ fields: namesIn(fields) }),
    undo: "yes",
    takes: "rule",
  }),
  "commands.undone": defineEvent({
    summary: "Changes were undone",
    /** The commands that the rest of this command undoes, by the seq of their first event. */
    stored: { commands: "numbers" },
    shown: { commands: ["ints", "the seq of the first event of each"] },
    undo: "yes",
    takes: "anyone",
  }),
  "commands.redone": defineEvent({
    summary: "An undo was redone",
    /** The undos that the rest of this command takes back. */
    stored: { commands: "numbers" },
    shown: { commands: "ints" },
    undo: "yes",
    takes: "anyone",
  }),
  "trash.emptied": defineEvent({
    summary: "Tasks were deleted for good: after 30 days in the trash, or immediately",
    stored: { tasks: "ids" },
    shown: { tasks: "texts" },
    undo: "no",
    takes: takesAdmin("delete a task for good"),
  }),
  "task.claimed": defineEvent({
    summary: "An agent took a task",
    stored: {
      task: "id",
      agent: "text",
      session: "textOrNull",
      epoch: "number",
      until: "timeOrNull",
      length: "timeOrNull",
      /**
       * When the task was claimed before, if another process with the same name may be working on it: see `claim.ts`.
       */
      claimedBefore: "time?",
      finishedBy: "worker?",
    },
    shown: { agent: "text", epoch: "int", expiresAt: "timeOrNull" },
    show: ({ until }) => ({ expiresAt: iso(until) }),
    undo: "finish",
    takes: "rule",
  }),
  "task.released": defineEvent({
    summary: "A task was given back",
    stored: {
      task: "id",
      agent: "text",
      failed: "boolean",
      reason: "textOrNull",
      attempts: "number",
      to: "back",
      backoffUntil: "timeOrNull",
      /** The next one of its escalation. */
      assignee: "text?",
      /** Until then it is not offered to this agent, which hit a limit. */
      restsUntil: "time?",
      /** The question whose answer it waits for. */
      waitsFor: "id?",
    },
    shown: {
      agent: "text",
      to: "back",
      failed: "boolean",
      reason: "textOrNull",
      attempts: "int",
      assignee: ["text?", "the next agent in the task's `escalation`"],
      waitsFor: ["text?", "the question that the task waits for"],
    },
    said: ({ reason }) => reason,
    undo: "no",
    takes: "rule",
  }),
  "task.retried": defineEvent({
    summary: "A task was offered again before its retry was due",
    stored: { task: "id" },
    shown: {},
    undo: "no",
    takes: takesManage("offer a task before its retry is due"),
  }),
  "task.completed": defineEvent({
    summary: "Work was finished",
    stored: {
      task: "id",
      agent: "text",
      to: "finish",
      summary: "textOrNull",
      /** The files as they were then. */
      tree: "text?",
      /** The evidence that a person finished the task, if only agents must give a reflection. */
      person: "personSign?",
    },
    shown: { agent: "text", to: "finish" },
    undo: "yes",
    takes: "rule",
  }),
}
